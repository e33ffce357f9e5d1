"""pqlane bench: power, energy and what else is read about a device, from libraries and files of the tests."""

import json
import os
import unittest

from json_schema import problems
from support import CliTest
from test_bench import SCHEMA

MANAGEMENT = os.environ.get("PQLANE_FAKE_MANAGEMENT")
DRIVER = os.environ.get("PQLANE_FAKE_DRIVER")
ROW = ("--scheme", "ml-kem-512", "--op", "keygen", "--batch", "9", "--seconds", "0.05")


class Telemetry(CliTest):
    def bench(self, *arguments, **env):
        document = self.run_json_in(env, "bench", *ROW, *arguments)
        self.assertEqual(problems(document, SCHEMA, strict=True), [])
        self.assertTrue(document["complete"])
        return document

    def run_json_in(self, env, *arguments):
        return json.loads(self.run_cli(*arguments, "--json", "-", env=env))


class Host(Telemetry):
    def test_series_of_the_cpu(self):
        document = self.bench("--sample-rate", "100")
        series, = document["series"]
        self.assertEqual((series["device"], series["interval_s"]), ("cpu", 0.01))
        self.assertEqual(series["columns"][:3], ["t_s", "power_w", "utilisation_pct"])
        self.assertTrue(series["rows"] and all(len(row) == len(series["columns"]) for row in series["rows"]))
        times = [row[0] for row in series["rows"]]
        self.assertEqual(times, sorted(times))
        span, = series["spans"]
        self.assertEqual(span["row"], 0)
        inside = [row for row in series["rows"] if span["from_s"] <= row[0] <= span["to_s"]]
        self.assertGreaterEqual(len(inside), 2)
        self.assertTrue(all(row[series["columns"].index("memory_bytes")] > 1e6 for row in inside))

    def test_no_sampling(self):
        document = self.bench("--sample-rate", "0")
        self.assertEqual(document["series"], [])
        self.assertIsNone(document["results"][0]["conditions"]["throttled"])

    def test_energy_is_null_and_has_a_reason(self):
        self.path("sys").mkdir()
        document = self.bench("--energy", "0.05", PQLANE_SYSFS=str(self.path("sys")))
        self.assertIsNone(document["results"][0]["energy"])
        self.assertIn("RAPL", document["telemetry"]["unreadable"][0])
        text = self.run_cli("bench", *ROW, "--energy", "0.05", env={"PQLANE_SYSFS": str(self.path("sys"))}).decode()
        self.assertIn("no energy: cpu: RAPL", text)

    def test_bad_options(self):
        for option, value in (("--sample-rate", "-1"), ("--sample-rate", "1001"), ("--sample-rate", "nan"),
                              ("--energy", "-1"), ("--energy", "nan"), ("--energy", "x")):
            self.refuse("bench", *ROW, option, value, status=2, words=(option,))


@unittest.skipUnless(MANAGEMENT and DRIVER, "no fake GPU in this build")
class Gpu(Telemetry):
    def gpu(self, *arguments, device="cuda:0", **env):
        return self.bench("--device", device, *arguments, **{"PQLANE_CUDA_DRIVER": DRIVER, "PQLANE_NVML": MANAGEMENT,
                                                             "FAKE_GPU_DEVICES": "2", **env})

    def test_everything_that_nvml_tells(self):
        document = self.gpu("--sample-rate", "50")
        series, = document["series"]
        self.assertEqual((series["device"], series["source"]), ("cuda:0", "nvml"))
        self.assertEqual(series["columns"], ["t_s", "power_w", "utilisation_pct", "sm_clock_mhz", "temperature_c",
                                             "memory_bytes", "memory_clock_mhz", "throttled"])
        last = dict(zip(series["columns"], series["rows"][-1]))
        self.assertEqual((last["power_w"], last["utilisation_pct"], last["sm_clock_mhz"]), (200, 93, 1980))
        self.assertEqual((last["temperature_c"], last["memory_clock_mhz"], last["throttled"]), (54, 3201, "power"))
        self.assertEqual(series["idle"]["power_w"], 200)
        row, = document["results"]
        self.assertEqual(row["conditions"], {"clock_mhz": 1980, "throttled": ["power"]})
        self.assertIsNone(row["energy"], "not asked for")
        self.assertEqual(row["memory"]["device_peak_of"], "device")
        self.assertEqual(row["memory"]["device_peak_bytes"] % (64 << 20), 0)
        device, = document["machine"]["devices"]
        self.assertEqual(device["compute_capability"], "9.0")
        self.assertEqual(device["memory_bytes"], 1 << 30)

    def test_memory_of_this_process(self):
        for processes in ("own", "stranger"):
            row, = self.gpu(FAKE_NVML_PROCESSES=processes)["results"]
            self.assertEqual((row["memory"]["device_peak_bytes"], row["memory"]["device_peak_of"]),
                             (300 << 20, "process"))

    def test_energy(self):
        row, = self.gpu("--energy", "0.3", FAKE_NVML_STEP_MS="10")["results"]
        energy = row["energy"]
        self.assertEqual(energy["source"], "nvml")
        self.assertAlmostEqual(energy["average_watts"], 200, delta=15)
        self.assertGreaterEqual(energy["seconds"], 0.3)
        self.assertGreaterEqual(energy["counter_steps"], 10)
        # The fake GPU works as fast alone as when it is watched, but on a CPU that others use too.
        self.assertLess(energy["joules_per_op"], 10 * 200 / row["ops_per_s"]["median"])
        self.assertGreater(energy["joules_per_op"], 0.1 * 200 / row["ops_per_s"]["median"])

    def test_energy_of_two(self):
        row, = self.gpu("--energy", "0.1", device="cuda:0,1", FAKE_NVML_STEP_MS="5")["results"]
        self.assertAlmostEqual(row["energy"]["average_watts"], 450, delta=60)

    def test_what_cannot_be_read_is_null(self):
        document = self.gpu("--energy", "0.1", FAKE_NVML_HIDDEN="1")
        row, = document["results"]
        self.assertIsNone(row["energy"])
        self.assertIsNone(row["memory"]["device_peak_bytes"])
        self.assertEqual(row["conditions"], {"clock_mhz": None, "throttled": None})
        series, = document["series"]
        self.assertEqual({cell for row in series["rows"] for cell in row[1:]}, {None})
        self.assertIn("energy counter: Not Supported", document["telemetry"]["unreadable"][0])

    def test_no_nvml(self):
        document = self.gpu(PQLANE_NVML="/no/such/library.so")
        self.assertEqual(document["series"], [])
        self.assertIn("no NVML: /no/such/library.so cannot be opened", document["telemetry"]["unreadable"][0])

    def test_roofline_says_what_cannot_be_measured(self):
        document = self.gpu("--roofline")
        measured = {ceiling["resource"] for ceiling in document["ceilings"]}
        self.assertEqual(measured, {"aes-blocks", "memory-bytes", "bus-up-bytes", "bus-down-bytes",
                                    "keccak-permutations"})
        unreadable = document["telemetry"]["unreadable"]
        for resource in ("fp64-operations", "int8-products"):
            self.assertTrue(any(f"no ceiling of {resource} on cuda:0" in line for line in unreadable), unreadable)
        shares = {share["resource"]: share for share in document["results"][0]["roofline"]["shares"]}
        self.assertEqual(shares["bus-down-bytes"]["per_op"], 800 + 1632)
        self.assertNotIn("bus-up-bytes", shares, "a key generation reads nothing")

    def test_kernels_alone(self):
        env = {"PQLANE_CUDA_DRIVER": DRIVER, "PQLANE_NVML": MANAGEMENT}
        row, = self.gpu()["results"]
        self.assertGreaterEqual(row["kernel"]["calls"], 1)
        self.assertGreater(row["kernel"]["ops_per_s"]["median"], 0)
        self.assertIn("kernels alone", self.run_cli("bench", *ROW, "--device", "cuda:0", env=env).decode())
        document = self.gpu("--trace", "trace.json")
        self.assertIsNone(document["results"][0]["kernel"])
        self.assertTrue(any("a timeline is being recorded already" in line
                            for line in document["telemetry"]["unreadable"]))

    def test_cupqc_format(self):
        self.run_cli("bench", "--format", "cupqc", "--out", "runs", "--batch", "9", "--quiet", "--device", "cuda:0",
                     "--scheme", "ml-kem-512", "--op", "keygen",
                     env={"PQLANE_CUDA_DRIVER": DRIVER, "PQLANE_NVML": MANAGEMENT, "FAKE_NVML_PROCESSES": "own"})
        document = json.loads(self.path("runs/mlkem_results.json").read_text())
        self.assertEqual(document["GPU"]["memory_total_mb"], 1024)
        self.assertGreater(document["ML-KEM-512"]["KeyGen"]["throughput"]["mean"], 0)
        figures = document["ML-KEM-512"]["KeyGen"]
        self.assertEqual(figures["peak_mem_mb"], {"mean": 300, "std": 0})
        self.assertEqual(figures["peak_gpu_util"], {"mean": 93, "std": 0})

    def test_amd_smi(self):
        env = {"PQLANE_HIP_DRIVER": DRIVER, "PQLANE_AMD_SMI": MANAGEMENT, "FAKE_NVML_STEP_MS": "10",
               "FAKE_GPU_GFX": "0x942"}
        states = {check["name"]: check["state"] for check in self.run_json_in(env, "doctor")["checks"]}
        if states["hip:0"] != "ok":
            self.skipTest("no AMD code in this build")
        document = self.bench("--device", "hip:0", "--energy", "0.2", "--sample-rate", "20", **env)
        series, = document["series"]
        last = dict(zip(series["columns"], series["rows"][-1]))
        self.assertEqual((series["source"], last["utilisation_pct"], last["temperature_c"]), ("amd-smi", 77, 61))
        self.assertAlmostEqual(document["results"][0]["energy"]["average_watts"], 200, delta=20)


if __name__ == "__main__":
    unittest.main()
