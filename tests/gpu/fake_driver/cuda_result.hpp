// cuda_result.hpp: numbers of the CUDA driver API for results of the fake machine.
#pragma once

#include "gpu/fake_driver/machine.hpp"

namespace fake {

// Counts the call, too.
int code(Result result);

}  // namespace fake
