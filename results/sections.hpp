// sections.hpp: the parts of a report page, as HTML. A part for which the files have no figures says so in a
// sentence.
#pragma once

#include "results/selection.hpp"

#include <string>

namespace pqlane::results {

// <section> with a heading and a note; `note` is HTML.
std::string section_html(const char* id, const char* title, const std::string& note, const std::string& body);

// sections.cpp
std::string throughput_section(const Selection& rows);
std::string latency_section(const Selection& rows);
std::string energy_section(const Selection& rows);
std::string ceiling_section(const Selection& rows);

// sections_tables.cpp
std::string conventional_section(const Selection& rows);
std::string peers_section(const Selection& rows);
std::string all_rows_section(const Selection& rows);
std::string machine_section(const Selection& rows);
std::string files_section(const Selection& rows);

// sections_series.cpp
std::string series_section(const Selection& rows);

}  // namespace pqlane::results
