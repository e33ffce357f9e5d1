// page.hpp: result files as one HTML page that needs nothing else: styles, scripts, charts and the files are
// in it.
#pragma once

#include "results/document.hpp"

#include <string>
#include <vector>

namespace pqlane::results {

struct PageOptions {
  std::string title = "pqlane results";
  bool scripts = true;  // false: static charts alone
};

// Whether the library of the moving charts is in this build.
bool has_chart_library();

std::string page_html(const std::vector<Document>& documents, const PageOptions& options);

}  // namespace pqlane::results
