// omp_device.hpp: the devices "omp:host" and "omp:N", OpenMP's host and its N-th offload device: LWE-KEM
// alone.
//
// Their code is in a shared object, libpqlane_omp.so, that is opened when such a device is. "omp:N" never
// runs on the host: it fails where OpenMP would fall back.
#pragma once

#include <memory>
#include <string>

#include "runtime/device.hpp"

namespace pqlane {

bool is_omp_name(const std::string& name);
// Sets the error and returns null when there is no such device. The object is looked for under the name in
// PQLANE_OMP_LIBRARY, else beside the library or program, in ../lib from there, and where the system looks.
std::unique_ptr<ComputeDevice> open_omp_device(const std::string& name);

}  // namespace pqlane
