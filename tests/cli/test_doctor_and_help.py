"""pqlane doctor, --help and --version."""

import json
import os
import subprocess
import unittest

from support import CLI, CliTest

COMMANDS = ("bench", "keygen", "encaps", "decaps", "acvp", "vectors", "doctor")


class Doctor(CliTest):
    def test_terminal_form(self):
        text = self.run_cli("doctor").decode()
        for name in ("cpu", "isa", "threads", "memory", "cpu:scalar", "default device", "random bytes"):
            self.assertRegex(text, rf"(?m)^(ok|note)\s+{name}\s")
        self.assertNotIn("\x1b", text)  # no colour into a pipe

    def test_json_form(self):
        report = self.run_json("doctor")
        self.assertEqual((report["schema"], report["ok"]), ("pqlane-doctor/1", True))
        for check in report["checks"]:
            self.assertIn(check["state"], ("ok", "note"))
            self.assertTrue(check["found"])
        backends = [check for check in report["checks"] if check["name"].startswith("cpu:")]
        self.assertGreaterEqual(len(backends), 3)
        self.assertTrue(all(check["state"] == "ok" or check["mend"] for check in backends))

    def test_a_forced_backend_is_shown(self):
        checks = {check["name"]: check for check in self.doctor_with(PQLANE_BACKEND="scalar")["checks"]}
        self.assertRegex(checks["default device"]["found"],
                         r"^bench: cpu:scalar; other commands: auto \(cpu:scalar.*\); \d+ threads \(PQLANE_BACKEND=scalar\)$")

    def doctor_with(self, status=0, **env):
        result = subprocess.run([CLI, "doctor", "--json", "-"], capture_output=True, env={**os.environ, **env},
                                timeout=120, check=False)
        self.assertEqual(result.returncode, status, result.stderr)
        return json.loads(result.stdout)

    def test_a_backend_that_does_not_exist_is_a_failure(self):
        report = self.doctor_with(status=1, PQLANE_BACKEND="abacus")
        self.assertFalse(report["ok"])
        failed = [check for check in report["checks"] if check["state"] == "fail"]
        self.assertEqual([check["name"] for check in failed], ["default device"])
        self.assertIn("PQLANE_BACKEND", failed[0]["mend"])

    def test_a_vectors_folder_that_is_none_is_noted(self):
        checks = {check["name"]: check for check in self.doctor_with(PQLANE_VECTORS="/no/such/folder")["checks"]}
        self.assertEqual(checks["vectors"]["state"], "note")
        self.assertTrue(checks["vectors"]["mend"])


class ForcedBackend(CliTest):
    def test_the_environment_chooses_the_backend(self):
        for backend in ("scalar", "nonsense"):
            env = {"PQLANE_BACKEND": backend}
            arguments = ("keygen", "--scheme", "ml-kem-512", "--pub", "pub", "--key", "key")
            if backend == "scalar":
                report = json.loads(self.run_cli(*arguments, "--json", "-", env=env))
                self.assertEqual(report["device"], "cpu:scalar")
            else:
                self.refuse(*arguments, env=env, status=2, words=["nonsense"])


class Help(CliTest):
    def test_help_teaches(self):
        text = self.run_cli("--help").decode()
        for command in COMMANDS:
            self.assertIn(command, text)
        for command in COMMANDS:
            text = self.run_cli(command, "--help").decode()
            self.assertIn("Examples", text)
            self.assertIn(f"pqlane {command}", text)
            self.assertIn("--json", text)

    def test_help_as_a_command(self):
        self.assertEqual(self.run_cli("help"), self.run_cli("--help"))
        for command in COMMANDS:
            self.assertEqual(self.run_cli("help", command), self.run_cli(command, "--help"))
        self.assertIn(b"pqlane help bench", self.run_cli("help", "help"))
        self.refuse("help", "frobnicate", status=2, words=["unknown command 'frobnicate'"])
        self.refuse("help", "--frobnicate", status=2, words=["--frobnicate", "(see pqlane help --help)"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_help_that_cannot_be_written(self):
        for arguments in (["--help"], ["--version"], ["help", "keygen"], ["help", "help"], ["decaps", "--help"]):
            with self.subTest(arguments=arguments), open("/dev/full", "wb") as full:
                result = subprocess.run([CLI, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
                self.assertEqual((result.returncode, result.stderr),
                                 (1, b"pqlane: stdout: cannot write: No space left on device\n"))

    def test_help_for_an_unknown_command_is_wrong_use(self):
        for arguments in (("frobnicate", "--help"), ("frobnicate", "-h"), ("--help", "frobnicate"), ("frobnicate",),
                          ("frobnicate", "--version")):
            self.refuse(*arguments, status=2, words=["unknown command 'frobnicate'", "(see pqlane --help)"])
        self.assertEqual(self.run_cli("--help", "bench"), self.run_cli("bench", "--help"))

    def test_help_shows_defaults_and_explains_the_table(self):
        self.assertRegex(self.run_cli("keygen", "--help").decode(), r"--key-form .*default: expanded")
        self.assertRegex(self.run_cli("decaps", "--help").decode(), r"--key-form .*default: as the size")
        self.assertIn("replaced without a question", self.run_cli("keygen", "--help").decode())
        text = self.run_cli("bench", "--help").decode()
        for column in ("thr", "batch", "ops/s", "ops/cpu-s", "ns/op", "cycles/op", "p50", "p99", "keccak", "verified"):
            self.assertIn(column, text[text.index("Columns"):])

    def test_version(self):
        self.assertRegex(self.run_cli("--version").decode(), r"^pqlane \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    unittest.main()
