"""keygen, encaps and decaps on record files: what good input gives."""

import os
import resource
import signal
import stat
import subprocess
import unittest

import oracle
from support import CLI, SCHEMES, SECRET, SEED, CliTest, fixed_bytes, sizes


class RoundTrips(CliTest):
    def check(self, scheme, count):
        ek, dk, ct = sizes(scheme)
        self.assertEqual(len(self.read("pub")), count * ek)
        self.assertEqual(len(self.read("ct")), count * ct)
        secrets = self.read("ss")
        self.assertEqual(len(secrets), count * SECRET)
        self.assertEqual(self.read("ss2"), secrets)
        records = {secrets[SECRET * i:SECRET * (i + 1)] for i in range(count)}
        self.assertEqual(len(records), count, "two items have the same secret")

    def test_every_scheme(self):
        for scheme in SCHEMES:
            with self.subTest(scheme=scheme):
                self.keygen(scheme, 37)
                self.assertEqual(len(self.read("key")), 37 * sizes(scheme)[1])
                self.encaps(scheme)
                self.decaps(scheme)
                self.check(scheme, 37)

    def test_more_items_than_a_chunk(self):
        count = (1 << 14) + 3
        self.keygen("ml-kem-512", count)
        self.encaps("ml-kem-512")
        self.decaps("ml-kem-512")
        self.check("ml-kem-512", count)

    def test_seed_form(self):
        self.keygen("ml-kem-768", 5, "--key-form", "seed")
        self.assertEqual(len(self.read("key")), 5 * SEED)
        self.encaps("ml-kem-768")
        self.decaps("ml-kem-768")  # 320 bytes are no expanded key: the form is found
        self.check("ml-kem-768", 5)
        self.decaps("ml-kem-768", "--key-form", "seed")
        self.check("ml-kem-768", 5)

    def test_the_number_of_ciphertexts_tells_the_key_form(self):
        # Two expanded keys of 2400 bytes could be 75 seeds.
        self.keygen("ml-kem-768", 2)
        self.encaps("ml-kem-768")
        self.decaps("ml-kem-768")
        self.check("ml-kem-768", 2)

    def test_one_key_for_all(self):
        for form in ("seed", "expanded"):
            with self.subTest(form=form):
                self.keygen("ml-kem-768", 1, "--key-form", form)
                self.encaps("ml-kem-768", "--count", "1k")
                self.assertEqual(len(self.read("ct")), 1000 * sizes("ml-kem-768")[2])
                self.decaps("ml-kem-768")
                self.assertEqual(self.read("ss"), self.read("ss2"))
                self.assertEqual(len({self.read("ss")[i:i + 32] for i in range(0, 32000, 32)}), 1000)

    def test_one_of_each(self):
        self.run_cli("keygen", "--scheme", "ml-kem-512", "--pub", "pub", "--key", "key")  # --count is 1
        self.encaps("ml-kem-512")
        self.decaps("ml-kem-512")
        self.check("ml-kem-512", 1)

    def test_count_takes_the_first_keys(self):
        self.keygen("ml-kem-512", 5)
        self.encaps("ml-kem-512", "--count", 3)
        self.write("key", self.read("key")[:3 * sizes("ml-kem-512")[1]])
        self.decaps("ml-kem-512")
        self.assertEqual(len(self.read("ss")), 3 * SECRET)
        self.assertEqual(self.read("ss"), self.read("ss2"))

    def test_count_zero_is_an_empty_batch(self):
        self.keygen("ml-kem-768", 0)
        self.encaps("ml-kem-768")
        self.decaps("ml-kem-768")
        for name in ("pub", "key", "ct", "ss", "ss2"):
            self.assertEqual(self.read(name), b"")

    def test_sizes_of_count(self):
        for text, count in (("2k", 2000), ("1Ki", 1024)):
            self.keygen("ml-kem-512", text)
            self.assertEqual(len(self.read("pub")), count * 800)

    def test_a_foreign_ciphertext_is_implicit_rejection(self):
        self.keygen("ml-kem-512", 1)
        self.encaps("ml-kem-512")
        ct = bytearray(self.read("ct"))
        ct[5] ^= 1
        self.write("ct", bytes(ct))
        self.decaps("ml-kem-512")
        self.assertEqual(self.read("ss2"), oracle.decaps("ML-KEM-512", self.read("key"), bytes(ct)))
        self.assertNotEqual(self.read("ss2"), self.read("ss"))


class Values(CliTest):
    def test_seed_file_gives_the_keys_of_the_standard(self):
        for name in oracle.PARAMETERS:
            with self.subTest(scheme=name):
                seeds = fixed_bytes(3 * SEED)
                self.write("seeds", seeds)
                self.run_cli("keygen", "--scheme", name.lower(), "--seed-file", "seeds", "--pub", "pub", "--key", "key")
                pairs = [oracle.keygen(name, seeds[i:i + 32], seeds[i + 32:i + 64]) for i in (0, 64, 128)]
                self.assertEqual(self.read("pub"), b"".join(ek for ek, _ in pairs))
                self.assertEqual(self.read("key"), b"".join(dk for _, dk in pairs))

    def test_seed_file_with_a_count(self):
        self.write("seeds", fixed_bytes(3 * SEED))
        self.keygen("ml-kem-512", 2, "--seed-file", "seeds", "--key-form", "seed")
        self.assertEqual(self.read("key"), fixed_bytes(3 * SEED)[:2 * SEED])

    def test_secrets_are_those_of_the_standard(self):
        self.keygen("ml-kem-768", 3)
        self.encaps("ml-kem-768")
        for i in range(3):
            dk, ct = self.read("key")[2400 * i:2400 * (i + 1)], self.read("ct")[1088 * i:1088 * (i + 1)]
            self.assertEqual(oracle.decaps("ML-KEM-768", dk, ct), self.read("ss")[32 * i:32 * (i + 1)])

    def test_every_usable_device_gives_the_same_bytes(self):
        checks = self.run_json("doctor")["checks"]
        devices = [c["name"] for c in checks if c["name"].startswith("cpu:") and c["state"] == "ok"]
        self.assertIn("cpu:scalar", devices)
        self.write("seeds", fixed_bytes(50 * SEED))
        results = set()
        for device in devices:
            for threads in (1, 2):
                report = self.run_json("keygen", "--scheme", "kyber-512", "--seed-file", "seeds", "--pub", "pub",
                                       "--key", "key", "--device", device, "--threads", threads)
                self.assertEqual((report["device"], report["threads"]), (device, threads))
                results.add(self.read("pub") + self.read("key"))
        self.assertEqual(len(results), 1)

    def test_two_runs_differ(self):
        self.keygen("ml-kem-512", 2)
        first = self.read("pub")
        self.keygen("ml-kem-512", 2)
        self.assertNotEqual(first, self.read("pub"))


class Files(CliTest):
    def mode(self, name):
        return stat.S_IMODE(self.path(name).stat().st_mode)

    def test_secret_files_are_private(self):
        self.keygen("ml-kem-512", 1)
        self.encaps("ml-kem-512")
        self.decaps("ml-kem-512")
        umask = os.umask(0)
        os.umask(umask)
        for name in ("key", "ss", "ss2"):
            self.assertEqual(self.mode(name), 0o600, name)
        for name in ("pub", "ct"):
            self.assertEqual(self.mode(name), 0o666 & ~umask, name)

    def test_a_private_file_replaces_an_open_one(self):
        self.write("key", "old")
        self.path("key").chmod(0o644)
        self.keygen("ml-kem-512", 1)
        self.assertEqual(self.mode("key"), 0o600)
        self.assertEqual(len(self.read("key")), 1632)

    def test_only_the_named_files_appear(self):
        self.keygen("ml-kem-512", 1)
        self.assertEqual(self.names(), ["key", "pub"])

    def test_a_symbolic_link_is_followed(self):
        self.write("real", "old")
        self.path("pub").symlink_to("real")
        self.keygen("ml-kem-512", 1)
        self.assertTrue(self.path("pub").is_symlink())
        self.assertEqual(len(self.read("real")), 800)

    def test_the_number_of_ciphertexts_on_a_pipe_tells_the_form_of_the_keys(self):
        for form, count in (("expanded", 4), ("seed", 150)):  # 9600 bytes of keys either way
            with self.subTest(form=form):
                self.keygen("ml-kem-768", count, "--key-form", form)
                self.assertEqual(len(self.read("key")), 9600)
                self.encaps("ml-kem-768")
                arguments = ("decaps", "--scheme", "ml-kem-768", "--key", "key", "--ct", "-", "--ss", "-")
                self.assertEqual(self.run_cli(*arguments, stdin=self.read("ct")), self.read("ss"))
                report = self.run_json("decaps", "--scheme", "ml-kem-768", "--key", "key", "--ct", "-", "--ss", "ss2",
                                       stdin=self.read("ct"))
                self.assertEqual(report["count"], count)
                cut = self.read("ct")[:3 * 1088]
                self.refuse(*arguments, stdin=cut, status=1, words=["for 3 ciphertexts"])

    def test_pipes(self):
        pub = self.run_cli("keygen", "--scheme", "ml-kem-512", "--count", 3, "--pub", "-", "--key", "key")
        self.assertEqual(len(pub), 3 * 800)
        ct = self.run_cli("encaps", "--scheme", "ml-kem-512", "--pub", "-", "--ct", "-", "--ss", "ss", stdin=pub)
        self.assertEqual(len(ct), 3 * 768)
        ss = self.run_cli("decaps", "--scheme", "ml-kem-512", "--key", "key", "--ct", "-", "--ss", "-", stdin=ct)
        self.assertEqual(ss, self.read("ss"))

    def test_one_key_from_a_pipe(self):
        self.keygen("ml-kem-512", 1)
        self.run_cli("encaps", "--scheme", "ml-kem-512", "--pub", "-", "--count", 20, "--ct", "ct", "--ss", "ss",
                     stdin=self.read("pub"))
        self.decaps("ml-kem-512")
        self.assertEqual(self.read("ss"), self.read("ss2"))
        self.assertEqual(len(self.read("ss")), 20 * SECRET)

    def test_a_device_file_is_written_directly(self):
        self.run_cli("keygen", "--scheme", "ml-kem-512", "--count", 2, "--pub", "/dev/null", "--key", "/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))


class Reports(CliTest):
    def test_json_fields(self):
        report = self.run_json("keygen", "--scheme", "ml-kem-768", "--count", 4, "--pub", "pub", "--key", "key")
        self.assertEqual(report["schema"], "pqlane-records/1")
        self.assertEqual(report["command"], "keygen")
        self.assertEqual(report["scheme"], "ml-kem-768")
        self.assertEqual((report["count"], report["failed"], report["items"]), (4, 0, []))
        self.assertEqual(report["files"], {"pub": "pub", "key": "key"})
        self.assertGreater(report["seconds"], 0)
        self.assertTrue(report["device"].startswith("cpu:"))

    def test_json_to_a_file_and_text_to_stdout(self):
        self.keygen("ml-kem-512", 4, "--json", "report.json")
        self.assertIn(b'"count": 4', self.read("report.json"))
        self.assertIn(b"4 items", self.stdout)
        self.assertEqual(self.stdout.count(b"\n"), 1)

    def test_records_on_stdout_are_alone_there(self):
        out = self.run_cli("keygen", "--scheme", "ml-kem-512", "--pub", "-", "--key", "key", "--json", "report.json")
        self.assertEqual(len(out), 800)


class Interruption(CliTest):
    def test_signals_that_end_it_leave_no_file(self):
        self.keygen("ml-kem-512", 1 << 14)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM, signal.SIGXCPU):
            with self.subTest(signal=number):
                self.interrupt(number)

    def test_a_file_size_limit_leaves_no_file(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        result = subprocess.run([CLI, "keygen", "--scheme", "ml-kem-512", "--count", "100", "--pub", "pub", "--key", "key"],
                                capture_output=True, cwd=self.folder, preexec_fn=limit, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, b"pqlane: pub: cannot write: File too large\n")
        self.assertEqual(self.names(), [])

    def interrupt(self, number):
        self.write("ct", "old")
        process = subprocess.Popen(
            [CLI, "encaps", "--scheme", "ml-kem-512", "--pub", "-", "--ct", "ct", "--ss", "ss"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)
        self.addCleanup(process.kill)
        data = self.read("pub")
        process.stdin.write(data + data[:8000])  # a full chunk; then it waits for more
        process.stdin.flush()
        for _ in range(3000):
            if any(name.startswith(".ct.") for name in self.names()):
                break
            try:
                process.wait(0.01)
            except subprocess.TimeoutExpired:
                continue
            break
        self.assertIsNone(process.poll(), "it ended before it was interrupted")
        self.assertTrue(any(name.startswith(".ct.") for name in self.names()), self.names())
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + number)
        self.assertEqual(errors, b"pqlane: interrupted\n")
        self.assertEqual(self.names(), ["ct", "key", "pub"])
        self.assertEqual(self.read("ct"), b"old")


if __name__ == "__main__":
    unittest.main()
