"""--trace FILE: every computing command leaves a timeline, complete or not at all."""

import json
import unittest

from support import CliTest


class Trace(CliTest):
    def spans(self, name="trace.json"):
        """{name: number} of the file's spans, after a look at its form."""
        document = json.loads(self.read(name))
        self.assertEqual(document["otherData"]["dropped_spans"], 0)
        events = document["traceEvents"]
        named = {(event["pid"], event["tid"]) for event in events
                 if event["ph"] == "M" and event["name"] == "thread_name"}
        counts = {}
        for event in events:
            if event["ph"] == "M":
                continue
            self.assertEqual(event["ph"], "X")
            self.assertIn((event["pid"], event["tid"]), named)
            self.assertGreaterEqual(event["ts"], 0)
            self.assertGreaterEqual(event["dur"], 0)
            counts[event["name"]] = counts.get(event["name"], 0) + 1
        return counts

    def test_record_commands(self):
        self.keygen("ml-kem-512", 40, "--trace", "trace.json")
        self.assertGreaterEqual(self.spans()["keygen_tiles"], 1)
        self.encaps("ml-kem-512", "--trace", "trace.json")
        self.assertEqual(self.spans()["encaps"], 1)
        self.decaps("ml-kem-512", "--trace", "trace.json")
        self.assertEqual(self.spans()["decaps"], 1)
        self.assertEqual(self.read("ss"), self.read("ss2"))
        self.assertEqual(self.names(), ["ct", "key", "pub", "ss", "ss2", "trace.json"])

    def test_signatures(self):
        self.keygen("ml-dsa-44", 3, "--trace", "trace.json")
        self.assertEqual(self.spans()["keygen"], 1)
        self.write("messages", b"m" * 96)
        messages = ("--scheme", "ml-dsa-44", "--msg-file", "messages", "--msg-size", "32", "--sig", "sig", "--trace",
                    "trace.json")
        for command, key in (("sign", "key"), ("verify", "pub")):
            self.run_cli(command, "--" + key, key, *messages)
            spans = self.spans()
            self.assertEqual((spans[command], spans["check_arguments"]), (1, 1))
            self.assertGreaterEqual(spans[command + "_tiles"], 1)

    def test_no_secret_is_in_it(self):
        self.keygen("ml-kem-512", 3, "--trace", "trace.json")
        text, key = self.read("trace.json"), self.read("key")
        for at in range(0, len(key), 16):
            self.assertNotIn(key[at:at + 16], text)
            self.assertNotIn(key[at:at + 16].hex().encode(), text.lower())

    def test_bench(self):
        self.run_cli("bench", "--scheme", "ml-kem-512", "--op", "encaps", "--batch", "9", "--seconds", "0.02",
                     "--trace", "trace.json")
        self.assertGreater(self.spans()["encaps"], 1)

    def test_vectors_and_acvp(self):
        prompt = {"vsId": 1, "algorithm": "ML-KEM", "mode": "keyGen", "revision": "FIPS203", "testGroups": [
            {"tgId": 1, "testType": "AFT", "parameterSet": "ML-KEM-512",
             "tests": [{"tcId": 1, "z": "00" * 32, "d": "11" * 32}]}]}
        self.write("prompt.json", json.dumps(prompt))
        answer = json.loads(self.run_cli("acvp", "prompt.json", "--trace", "trace.json"))
        self.assertEqual(self.spans()["keygen"], 1)
        prompt["testGroups"][0]["tests"][0].update(answer["testGroups"][0]["tests"][0])
        self.write("full.json", json.dumps(prompt))
        self.run_cli("vectors", "full.json", "--trace", "trace.json")
        self.assertEqual(self.spans()["keygen"], 1)

    def test_a_command_whose_items_fail_leaves_a_trace(self):
        self.write("pub", b"\xff" * 800)
        self.run_cli("encaps", "--scheme", "ml-kem-512", "--pub", "pub", "--ct", "ct", "--ss", "ss", "--trace",
                     "trace.json", status=1)
        self.assertEqual(self.spans()["encaps"], 1)

    def test_a_command_that_cannot_be_done_leaves_none(self):
        self.refuse("keygen", "--scheme", "nonsense", "--pub", "pub", "--key", "key", "--trace", "trace.json",
                    status=2, words=["nonsense"])
        self.refuse("encaps", "--scheme", "ml-kem-512", "--pub", "none", "--ct", "ct", "--ss", "ss", "--trace",
                    "trace.json", status=1, words=["none"])
        self.assertEqual(self.names(), [])

    def test_a_file_that_cannot_be_written(self):
        arguments = ("keygen", "--scheme", "ml-kem-512", "--pub", "pub", "--key", "key", "--trace")
        self.refuse(*arguments, "none/trace.json", status=1, words=["none/trace.json"])
        self.refuse(*arguments, ".", status=1, words=[".", "directory"])
        self.refuse(*arguments, "-", status=2, words=["--trace", "stdout"])
        self.assertEqual(self.names(), [])
        self.run_cli(*arguments, "/dev/full", status=1)

    def test_a_name_that_is_taken(self):
        arguments = ("keygen", "--scheme", "ml-kem-512", "--pub", "pub", "--key", "key")
        self.refuse(*arguments, "--trace", "pub", status=2, words=["--pub", "--trace", "same file"])
        self.refuse(*arguments, "--trace", "t", "--json", "t", status=2, words=["--json", "--trace", "same file"])
        self.refuse("bench", "--seconds", "0.02", "--trace", "t", "--json", "t", status=2,
                    words=["--json", "--trace", "same file"])
        self.write("full.json", "{}")
        self.refuse("vectors", "full.json", "--trace", "full.json", status=2, words=["FILE", "--trace"])
        self.assertEqual(self.names(), ["full.json"])

    def test_help_names_it(self):
        for command in ("bench", "keygen", "encaps", "decaps", "sign", "verify", "acvp", "vectors"):
            self.assertIn(b"--trace FILE", self.run_cli(command, "--help"))


class Ranges(CliTest):
    def line(self, **env):
        report = json.loads(self.run_cli("doctor", "--json", "-", env=env))
        return {check["name"]: check for check in report["checks"]}.get("ranges")

    def test_doctor_says_why_there_are_none(self):
        self.assertIsNone(self.line(PQLANE_RANGES=""))
        for kind, library, words in (("nvtx", "/none/ranges.so", ("nvtx", "/none/ranges.so", "cannot be opened")),
                                     ("roctx", "libc.so.6", ("libc.so.6 lacks roctxRangePushA",)),
                                     ("music", "libc.so.6", ("PQLANE_RANGES=music is neither nvtx nor roctx",))):
            check = self.line(PQLANE_RANGES=kind, PQLANE_RANGES_LIBRARY=library)
            self.assertEqual(check["state"], "note")
            self.assertTrue(check["mend"])
            for word in words:
                self.assertIn(word, check["found"])

    def test_a_missing_library_stops_nothing(self):
        self.run_cli("keygen", "--scheme", "ml-kem-512", "--pub", "pub", "--key", "key",
                     env={"PQLANE_RANGES": "nvtx", "PQLANE_RANGES_LIBRARY": "/none/ranges.so"})


if __name__ == "__main__":
    unittest.main()
