// fill.cpp (scalar): instantiates the fills for this target.
#include "kernels/fill_rows.hpp"

namespace pqlane {

extern const FillBackend scalar_fill_backend = scalar::make_fill_backend();

}  // namespace pqlane
