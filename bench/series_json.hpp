// series_json.hpp: time series of telemetry as the key "series" of a bench document.
#pragma once

#include "bench/telemetry.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace pqlane::bench {

nlohmann::ordered_json series_json(const std::vector<Series>& series);

}  // namespace pqlane::bench
