// fill.cpp (avx2): instantiates the fills for this target.
#include "kernels/fill_rows.hpp"

namespace pqlane {

extern const FillBackend avx2_fill_backend = avx2::make_fill_backend();

}  // namespace pqlane
