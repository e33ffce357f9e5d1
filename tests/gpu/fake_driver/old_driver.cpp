// old_driver.cpp: a driver library that lacks most of the functions that pqlane needs.
extern "C" __attribute__((visibility("default"))) int cuInit(unsigned) { return 0; }
extern "C" __attribute__((visibility("default"))) int cuDriverGetVersion(int* version) {
  *version = 9000;
  return 0;
}
