// fill.cpp (avx512): instantiates the fills for this target.
#include "kernels/fill_rows.hpp"

namespace pqlane {

extern const FillBackend avx512_fill_backend = avx512::make_fill_backend();

}  // namespace pqlane
