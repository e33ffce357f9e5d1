"""pqlane bench: the JSON against its schema, rows and options, bad input, Ctrl-C."""

import copy
import json
import os
import resource
import signal
import subprocess
import time
import unittest
from pathlib import Path

from json_schema import problems
from support import CLI, SCHEMES, CliTest

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "bench-schema.json").read_text())
SHORT = ("--seconds", "0.02")
SMALL = ("--batch", "1,9")


class Rows(CliTest):
    def bench(self, *arguments):
        document = self.run_json("bench", *SHORT, *arguments)
        self.assertEqual(problems(document, SCHEMA, strict=True), [])
        self.assertTrue(document["complete"])
        self.assertTrue(all(row["verified"] for row in document["results"]))
        return document

    def test_all_schemes_and_operations(self):
        document = self.bench(*SMALL, "--scheme", "all", "--device", "cpu")
        keys = [(row["scheme"], row["op"], row["batch"]) for row in document["results"]]
        self.assertEqual(keys, [(scheme, op, batch) for scheme in SCHEMES for op in ("keygen", "encaps", "decaps")
                                for batch in (1, 9)])
        for row in document["results"]:
            self.assertGreaterEqual(row["seconds"], 0.02)
            self.assertGreaterEqual(row["runs"], 6)
            rate = row["ops_per_s"]
            self.assertLessEqual(rate["p10"], rate["median"])
            self.assertLessEqual(rate["median"], rate["p90"])
            self.assertLessEqual(rate["ci95"][0], rate["median"])
            self.assertLessEqual(rate["median"], rate["ci95"][1])
            self.assertLessEqual(row["latency_us"]["p50"], row["latency_us"]["p99"])
            self.assertAlmostEqual(row["ceiling"]["share"],
                                   row["ops_per_cpu_s"]["median"] / row["ceiling"]["ops_per_s"], places=6)
            self.assertNotEqual(row["cycles_per_op"], 0)
            self.assertIsNone(row["kernel"])
            # The mean latency is at least half the median one; a machine with other load may make it much more.
            mean_us = 1e6 * row["seconds"] / row["calls"]
            self.assertLess(row["latency_us"]["p50"], 2.1 * mean_us)
            self.assertGreater(row["latency_us"]["p50"], mean_us / 50)

    def test_every_usable_device(self):
        devices = {row["device"] for row in self.bench(*SMALL, "--device", "all", "--scheme", "ml-kem-512")["results"]}
        self.assertIn("cpu:scalar", devices)
        doctor = self.run_json("doctor")
        usable = {check["name"] for check in doctor["checks"]
                  if check["name"].startswith("cpu:") and check["state"] == "ok"}
        self.assertEqual(devices, usable)

    def test_what_a_row_includes(self):
        def rows(*arguments):
            document = self.bench("--scheme", "ml-kem-512", "--batch", "9", *arguments)
            return {row["op"]: row for row in document["results"]}

        plain = rows()
        self.assertEqual([plain[op]["includes"]["randomness"] for op in ("keygen", "encaps", "decaps")],
                         [True, True, False])
        self.assertEqual(plain["decaps"]["check"], "full")
        self.assertEqual(plain["encaps"]["key_reuse"], "none")
        derand = rows("--derand", "--checked-keys")
        self.assertFalse(any(row["includes"]["randomness"] for row in derand.values()))
        self.assertEqual(derand["decaps"]["check"], "imported")
        self.assertEqual([plain[op]["ceiling"]["permutations_per_op"] for op in plain], [28, 27, 32])
        self.assertEqual([derand[op]["ceiling"]["permutations_per_op"] for op in derand], [27, 26, 26])
        shared = rows("--same-key")
        self.assertEqual(sorted(shared), ["decaps", "encaps"])
        self.assertTrue(all(row["key_reuse"] == "one-key" for row in shared.values()))

    def test_signature_rows(self):
        def rows(*arguments):
            document = self.bench("--scheme", "ml-dsa-44", "--batch", "9", *arguments)
            return {row["op"]: row for row in document["results"]}

        plain = rows()
        self.assertEqual(list(plain), ["keygen", "sign", "verify"])
        self.assertEqual([row["message_bytes"] for row in plain.values()], [None, 32, 32])
        self.assertEqual([row["includes"]["randomness"] for row in plain.values()], [True, True, False])
        self.assertEqual([row["ceiling"]["permutations_per_op"] for row in plain.values()], [108, 202, 99])
        self.assertIsNone(plain["keygen"]["attempts"])
        self.assertIsNone(plain["verify"]["attempts"])
        attempts = plain["sign"]["attempts"]
        self.assertGreater(attempts["mean"], 1)
        self.assertGreater(attempts["p99"], attempts["mean"])
        self.assertTrue(all(row["key_reuse"] == "none" and row["check"] is None for row in plain.values()))
        cached = rows("--cached-key", "--message-bytes", "1Ki")
        self.assertEqual(list(cached), ["sign", "verify"])
        for row in cached.values():
            self.assertEqual((row["key_reuse"], row["message_bytes"]), ("cached-key", 1024))
            self.assertFalse(row["includes"]["matrix"] or row["includes"]["key_decoding"])
        self.assertEqual([row["key_reuse"] for row in rows("--same-key", "--derand").values()], ["one-key"] * 2)

    def test_memory_of_a_batch(self):
        row = self.bench("--scheme", "ml-kem-768", "--op", "encaps", "--batch", "9")["results"][0]
        self.assertEqual(row["memory"]["input_bytes"], 9 * 1184)
        self.assertEqual(row["memory"]["output_bytes"], 9 * 1120)
        self.assertGreater(row["memory"]["host_peak_bytes"], row["memory"]["bench_bytes"])

    def test_round_3_kyber_has_no_key_check(self):
        document = self.bench("--scheme", "kyber-512,ml-kem-512", "--op", "decaps", "--batch", "9", "--checked-keys")
        self.assertEqual([row["check"] for row in document["results"]], [None, "imported"])

    def test_conventional_algorithms(self):
        document = self.bench("--scheme", "p-256,ed25519,ml-kem-512", "--threads", "1,2", "--batch", "9", "--op",
                              "keygen,agree,sign")
        rows = [row for row in document["results"] if row["device"] == "cpu:openssl"]
        self.assertEqual([(row["scheme"], row["op"], row["threads"], row["batch"]) for row in rows],
                         [(scheme, op, threads, batch) for threads, batch in ((1, 1), (2, 200)) for scheme, op in
                          (("p-256", "keygen"), ("p-256", "agree"), ("ed25519", "keygen"), ("ed25519", "sign"))])
        for row in rows:
            self.assertRegex(row["implementation"], r"\AOpenSSL 3\.\d+\.\d+\Z")
            self.assertEqual(row["key_reuse"], "none" if row["op"] == "keygen" else "cached-key")
            self.assertIsNone(row["ceiling"])
        self.assertEqual([row["message_bytes"] for row in rows[:4]], [None, None, None, 32])
        ours = [row for row in document["results"] if row["device"] != "cpu:openssl"]
        self.assertEqual({row["implementation"] for row in ours}, {"pqlane"})
        self.assertEqual(len(ours), 2)

    def test_messages_of_several_lengths(self):
        document = self.bench("--scheme", "ml-dsa-44,ed25519,rsa-2048", "--batch", "9", "--op", "keygen,sign",
                              "--message-bytes", "1:100:x10")
        self.assertEqual([(row["scheme"], row["op"], row["message_bytes"]) for row in document["results"]],
                         [("ml-dsa-44", "keygen", None), *[("ml-dsa-44", "sign", size) for size in (1, 10, 100)],
                          ("ed25519", "keygen", None), *[("ed25519", "sign", size) for size in (1, 10, 100)],
                          ("rsa-2048", "sign", 32)])

    def test_roofline(self):
        document = self.bench("--scheme", "ml-kem-512", "--op", "keygen", "--batch", "64", "--roofline")
        resources = [ceiling["resource"] for ceiling in document["ceilings"]]
        self.assertEqual(resources, ["aes-blocks", "fp64-operations", "int8-products", "memory-bytes",
                                     "keccak-permutations"])
        row, = document["results"]
        keccak, memory = row["roofline"]["shares"]
        self.assertEqual(keccak["share"], row["ceiling"]["share"])
        self.assertEqual(memory["per_op"], 800 + 1632)
        self.assertAlmostEqual(memory["share"], row["ops_per_s"]["median"] * memory["per_op"] / memory["per_s"])
        self.assertIn(row["roofline"]["bound_by"], ("keccak-permutations", None))
        text = self.run_cli("bench", *SHORT, "--scheme", "ml-kem-512", "--op", "keygen", "--batch", "64",
                            "--roofline").decode()
        self.assertRegex(text, r"keccak-permutations [\d.]+%, memory-bytes [\d.]+%, bound by")

    def test_no_openssl(self):
        self.refuse("bench", "--scheme", "x25519", status=2, words=("x25519", "no OpenSSL", "/no/such.so"),
                    env={"PQLANE_OPENSSL": "/no/such.so"})
        self.refuse("bench", "--scheme", "x25519", status=2, words=("is not OpenSSL 3.0 or later: it lacks",),
                    env={"PQLANE_OPENSSL": "libc.so.6"})

    def test_sweeps_and_lists(self):
        document = self.bench("--scheme", "ml-kem-512,kyber-512", "--op", "encaps", "--op", "decaps", "--batch",
                              "1:100:x10,2:6:+2", "--threads", "2,1")
        self.assertEqual(sorted({row["batch"] for row in document["results"]}), [1, 2, 4, 6, 10, 100])
        self.assertEqual([row["threads"] for row in document["results"]], [2] * 24 + [1] * 24)

    def test_table(self):
        text = self.run_cli("bench", *SHORT, *SMALL, "--scheme", "ml-kem-512", "--json", "out.json").decode()
        lines = text.splitlines()
        self.assertEqual(lines[0].split()[:4], ["scheme", "op", "device", "thr"])
        rows = [line for line in lines if line.startswith("ml-kem-512")]
        self.assertEqual(len(rows), 6)
        self.assertTrue(all(len(row) == len(rows[0]) and row.endswith("yes") for row in rows))
        self.assertNotIn("\x1b", text)
        self.assertEqual(self.names(), ["out.json"])
        self.assertEqual(problems(json.loads(self.read("out.json")), SCHEMA, strict=True), [])

    def test_quiet_prints_nothing(self):
        self.assertEqual(self.run_cli("bench", *SHORT, *SMALL, "--scheme", "ml-kem-512", "--op", "keygen", "--quiet"), b"")

    def test_quick_takes_less_than_a_minute(self):
        begin = time.monotonic()
        document = self.run_json("bench", "--quick")
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(len(document["results"]), 36)
        self.assertEqual({row["batch"] for row in document["results"]}, {1, 1024})


class Formats(CliTest):
    def test_cupqc_has_exactly_the_fields(self):
        self.run_cli("bench", *SHORT, "--format", "cupqc", "--out", "runs", "--batch", "8,1", "--quiet", "--json", "own.json")
        operations = {"mlkem": ("KeyGen", "Encaps", "Decaps"), "mldsa": ("KeyGen", "Sign", "Verify")}
        schemes = {"mlkem": ("ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"),
                   "mldsa": ("ML-DSA-44", "ML-DSA-65", "ML-DSA-87")}
        fields = {"results": ("throughput", "peak_mem_mb", "peak_gpu_util"), "latency": ("latency_us",)}
        self.assertEqual(sorted(path.name for path in self.path("runs").iterdir()),
                         sorted(f"{family}_{kind}.json" for family in schemes for kind in fields))
        for family in schemes:
            for kind in fields:
                document = json.loads(self.path(f"runs/{family}_{kind}.json").read_text())
                self.assertEqual(list(document), ["GPU", *schemes[family]])
                self.assertEqual([type(value) for value in document["GPU"].values()], [str, int])
                self.assertEqual(list(document["GPU"]), ["name", "memory_total_mb"])
                for scheme in schemes[family]:
                    self.assertEqual(list(document[scheme]), list(operations[family]))
                    for operation in document[scheme].values():
                        self.assertEqual(list(operation), list(fields[kind]))
                        for field, value in operation.items():
                            self.assertEqual(list(value), ["mean", "std"])
                            # A CPU has no GPU's memory and utilisation.
                            self.assertEqual(value["mean"] is None, field.startswith("peak_"))
        own = json.loads(self.read("own.json"))
        self.assertEqual({row["runs"] for row in own["results"]}, {20})
        self.assertTrue(all(row["verified"] for row in own["results"]))
        self.assertEqual({row["message_bytes"] for row in own["results"] if row["op"] == "sign"}, {1024})

    def test_cupqc_latency_alone(self):
        self.run_cli("bench", "--format", "cupqc", "--out", "runs", "--batch", "1", "--quiet", "--scheme",
                     "ml-kem-512", "--op", "decaps")
        self.assertEqual([path.name for path in self.path("runs").iterdir()], ["mlkem_latency.json"])

    def test_wolfcrypt(self):
        text = self.run_cli("bench", *SHORT, "--format", "wolfcrypt", "--scheme", "ml-kem-768,p-256", "--op",
                            "keygen,agree").decode()
        for line, name in zip(text.splitlines(), (r"ML-KEM 768   192  key gen", r"ECC   \[      SECP256R1\]   256  key gen",
                                                  r"ECDHE \[      SECP256R1\]   256    agree")):
            self.assertRegex(line, rf"\A{name} +(\d+) ops took \d+\.\d{{3}} sec, avg \d+\.\d{{3}} ms, \d+\.\d{{3}} ops/sec\Z")
        self.run_cli("bench", *SHORT, "--format", "wolfcrypt", "--scheme", "ml-kem-768", "--op", "keygen", "--out", ".",
                     "--quiet")
        self.assertEqual(self.names(), ["wolfcrypt.csv", "wolfcrypt.txt"])
        head, row = self.read("wolfcrypt.csv").decode().splitlines()
        self.assertEqual(head, "Algorithm,key size,operation,avg ms,ops/sec,")
        self.assertRegex(row, r"\AML-KEM 768,192,key gen,\d+\.\d{3},\d+\.\d{3},\Z")

    def test_tables(self):
        row = ("--scheme", "ml-kem-512", "--op", "decaps", "--batch", "9")
        head, line = self.run_cli("bench", *SHORT, *row, "--format", "csv").decode().splitlines()
        values = dict(zip(head.split(","), line.split(",")))
        self.assertEqual(len(head.split(",")), len(line.split(",")))
        self.assertEqual((values["scheme"], values["batch"], values["check"], values["joules_per_op"]),
                         ("ml-kem-512", "9", "full", ""))
        self.assertGreater(float(values["ops_per_s"]), 0)
        lines = self.run_cli("bench", *SHORT, *row, "--format", "markdown").decode().splitlines()
        self.assertEqual({line.count("|") for line in lines if line.startswith("|")}, {14})
        document = json.loads(self.run_cli("bench", *SHORT, *row, "--format", "google-benchmark"))
        benchmark, = document["benchmarks"]
        self.assertEqual(benchmark["name"], "ml-kem-512/decaps/" + values["device"] + "/9/threads:1")
        self.assertAlmostEqual(benchmark["items_per_second"], 9e9 / benchmark["real_time"])

    def test_names_tell_variants_apart(self):
        case = (*SHORT, "--scheme", "ml-dsa-44", "--op", "verify", "--batch", "2", "--cached-key", "--message-bytes",
                "32,64", "--device", "cpu:scalar,cpu")
        names = [one["name"] for one in
                 json.loads(self.run_cli("bench", *case, "--format", "google-benchmark"))["benchmarks"]]
        self.assertEqual(len(set(names)), 4, names)
        self.assertIn("ml-dsa-44/verify/cpu:scalar/2/threads:1/message:64/cached-key", names)
        lines = self.run_cli("bench", *case, "--format", "markdown").decode().splitlines()
        self.assertEqual(sum("| message:64, cached-key |" in line for line in lines), 2)
        lines = self.run_cli("bench", *case, "--format", "wolfcrypt").decode().splitlines()
        self.assertEqual(len({line.split("ops took")[0].rsplit(maxsplit=1)[0] for line in lines}), 4, lines)
        self.assertTrue(lines[1].startswith("ML-DSA [cpu:scalar message:64 cached-key]    44   verify "), lines)

    def test_the_footer_speaks_of_the_rows(self):
        def footer(*arguments):
            return self.run_cli("bench", *SHORT, "--batch", "2", *arguments).decode().split("\n\n", 1)[1]

        for arguments, words, others in (
                (("--scheme", "ml-kem-512", "--op", "keygen"), ("making the randomness",), ("a key", "decaps", "messages")),
                (("--scheme", "ml-kem-512", "--op", "decaps"), ("a key of its own", "hash in each key"),
                 ("message", "randomness")),
                (("--scheme", "kyber-512", "--op", "decaps"), ("a key of its own",), ("hash in each key",)),
                (("--scheme", "ml-dsa-44", "--op", "verify"), ("key and a message", "messages of 32"),
                 ("randomness", "decaps"))):
            text = footer(*arguments)
            for word in words:
                self.assertIn(word, text)
            for word in others:
                self.assertNotIn(word, text)

    def test_files_are_not_written_twice(self):
        self.write("old.json", "keep")
        short = ("bench", *SHORT, "--scheme", "ml-kem-512", "--op", "keygen", "--batch", "2")
        self.refuse(*short, "--json", "a.json", "--trace", "a.json", status=2, words=("--json and --trace", "a.json"))
        for option in ("--json", "--trace"):
            self.refuse("bench", "--reproduce", "old.json", option, "old.json", status=2,
                        words=(f"--reproduce and {option}", "old.json"))
            self.refuse(*short, "--format", "csv", "--out", ".", option, "results.csv", status=2, words=("results.csv",))
        self.assertEqual((self.names(), self.read("old.json")), (["old.json"], b"keep"))

    def test_bad_options(self):
        for arguments, words in ((("--format", "xml"), ("xml", "cupqc, wolfcrypt, csv, markdown, google-benchmark")),
                                 (("--format", "cupqc"), ("--out",)),
                                 (("--out", "here"), ("--out", "--format")),
                                 (("--format", "csv", "--json", "-"), ("--json -",)),
                                 (("--format", "cupqc", "--out", "o", "--device", "cpu,cpu:scalar"), ("one device",)),
                                 (("--format", "cupqc", "--out", "o", "--scheme", "x25519"), ("pqlane alone",))):
            self.refuse("bench", *arguments, status=2, words=words)
        self.write("file", "text")
        self.refuse("bench", "--format", "csv", "--out", "file", status=1, words=("file",))
        self.refuse("bench", "--format", "csv", "--out", "no/such", status=1, words=("no/such",))
        self.assertEqual(self.names(), ["file"])


class Schema(CliTest):
    """The schema itself refuses what it should."""

    def test_damage_is_found(self):
        good = self.run_json("bench", *SHORT, *SMALL, "--scheme", "ml-kem-512", "--op", "decaps")
        self.assertEqual(problems(good, SCHEMA), [])

        def damaged(change):
            document = copy.deepcopy(good)
            change(document)
            return problems(document, SCHEMA)

        for change in (lambda d: d.update(schema="pqlane-bench/2"),
                       lambda d: d.pop("machine"),
                       lambda d: d["machine"].pop("commit"),
                       lambda d: d["machine"].update(cores=0),
                       lambda d: d["results"][0].update(cycles_per_op=0),
                       lambda d: d["results"][0].update(op="encrypt"),
                       lambda d: d["results"][0].update(batch=1.5),
                       lambda d: d["results"][0].update(verified="yes"),
                       lambda d: d["results"][0]["ops_per_s"].update(ci95=[1]),
                       lambda d: d["results"][0]["ops_per_s"].pop("p90"),
                       lambda d: d["results"][0].pop("energy"),
                       lambda d: d["results"][0]["includes"].update(copies=None),
                       lambda d: d["results"][0]["latency_us"].update(p50=-1)):
            self.assertNotEqual(damaged(change), [])


class BadInput(CliTest):
    def test_usage(self):
        for arguments, words in (
                (("--scheme", "ml-kem-513"), ("ml-kem-513", "ml-kem-768", "kyber-1024")),
                (("--scheme", "ml-kem-512,"), ("--scheme", "empty")),
                (("--op", "encrypt"), ("encrypt", "keygen, encaps, decaps, sign, verify, agree")),
                (("--op", "agree"), ("--op", "none")),
                (("--scheme", "rsa-1024"), ("rsa-1024", "ml-kem-768", "conventional", "rsa-2048", "ecdsa-p-256")),
                (("--peer", "botan"), ("botan", "openssl", "liboqs")),
                (("--energy", "0"), ("--energy",)),
                (("--energy", "nan"), ("--energy",)),
                (("--scheme", "ml-kem-512", "--message-bytes", "64"), ("--message-bytes changes nothing",)),
                (("--op", "keygen", "--scheme", "ml-dsa-44", "--message-bytes", "64"), ("--message-bytes",)),
                (("--op", "decaps,verify", "--derand"), ("--derand changes nothing",)),
                (("--op", "encaps", "--checked-keys"), ("--checked-keys changes nothing",)),
                (("--scheme", "kyber-512", "--checked-keys"), ("--checked-keys changes nothing",)),
                (("--buffers", "device"), ("--buffers changes nothing", "GPU")),
                (("--buffers", "page-locked", "--device", "cpu:scalar"), ("--buffers changes nothing",)),
                (("--scheme", "x25519", "--batch", "9"), ("--batch changes nothing",)),
                (("--scheme", "x25519", "--same-key"), ("--same-key changes nothing",)),
                (("--scheme", "x25519", "--device", "cpu:scalar"), ("--device changes nothing",)),
                (("--format", "cupqc", "--out", "runs", "--batch", "1,8,16"), ("cupqc", "one batch")),
                (("--op", "sign", "--scheme", "ml-kem-512"), ("--op", "none")),
                (("--op", "encaps", "--cached-key"), ("--cached-key", "sign and verify")),
                (("--same-key", "--cached-key"), ("--same-key", "--cached-key")),
                (("--message-bytes", "0"), ("--message-bytes", "0")),
                (("--device", "tpu:0"), ("tpu:0", "cpu:scalar", "cuda:all", "omp:host", "auto")),
                (("--device", "cpu:"), ("'cpu:'", "cpu:scalar")),
                (("--batch", "0"), ("--batch", "0")),
                (("--batch", "-1"), ("--batch", "-1")),
                (("--batch", "1:2:x1"), ("--batch", "never ends")),
                (("--batch", "1:1M"), ("--batch", "more than 1000 values")),
                (("--batch", "2Gi"), ("--batch", "2Gi")),
                (("--threads", "0"), ("--threads", "0")),
                (("--threads", "many"), ("--threads", "many")),
                (("--seconds", "0"), ("--seconds",)),
                (("--seconds", "-1"), ("--seconds",)),
                (("--seconds", "nan"), ("--seconds",)),
                (("--seconds", "soon"), ("--seconds",)),
                (("--op", "keygen", "--same-key"), ("--same-key", "keygen")),
                (("--unknown",), ("--unknown",)),
                (("stray",), ("stray",))):
            with self.subTest(arguments=arguments):
                self.refuse("bench", *arguments, status=2, words=words)

    def test_output_that_cannot_be_written_shows_at_once(self):
        begin = time.monotonic()
        self.refuse("bench", "--seconds", "60", "--json", "no/such/folder.json", status=1, words=("no/such",))
        self.refuse("bench", "--seconds", "60", "--json", ".", status=1, words=(".",))
        self.assertLess(time.monotonic() - begin, 10)
        self.assertEqual(self.names(), [])

    def test_a_full_disk_leaves_nothing(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        self.run_cli("bench", *SHORT, *SMALL, "--scheme", "ml-kem-512", "--op", "keygen", "--quiet", "--json",
                     "/dev/full", status=1)

    def test_a_disk_that_fills_leaves_nothing(self):
        """A limit on the size of files stands for a full disk: writing fails in the middle."""
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

        short = ("bench", *SHORT, *SMALL, "--scheme", "ml-kem-512", "--op", "keygen", "--quiet")
        self.run_cli(*short, "--json", "good.json")
        good = self.read("good.json")
        for arguments, file in (((*short, "--json", "good.json"), "good.json"),
                                ((*short, "--trace", "t.json"), "t.json"),
                                ((*short, "--format", "csv", "--out", "."), "results.csv"),
                                (("bench", "--reproduce", "good.json", *SHORT, "--quiet", "--json", "j.json"), "j.json"),
                                (("compare", "good.json", "good.json", "--json", "c.json"), "c.json"),
                                (("report", "good.json", "-o", "r.html"), "r.html")):
            with self.subTest(arguments=arguments):
                result = subprocess.run([CLI, *arguments], capture_output=True, cwd=self.folder, preexec_fn=small_files,
                                        timeout=60, check=False)
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr.decode(), rf"\Apqlane: \S*{file}: cannot write: File too large\n\Z")
                self.assertEqual((self.names(), self.read("good.json")), (["good.json"], good))

    def test_a_folder_that_takes_no_files(self):
        for arguments in (("--json", "/proc/x.json"), ("--trace", "/proc/x.json"),
                          ("--format", "csv", "--out", "/proc/self")):
            self.refuse("bench", *SHORT, *SMALL, "--scheme", "ml-kem-512", *arguments, status=1, words=("/proc/",))

    def test_a_batch_beyond_the_memory(self):
        self.run_cli("bench", "--batch", "1024Mi", "--scheme", "ml-kem-1024", "--op", "encaps", "--json", "out.json",
                     status=1)
        self.assertIn("MiB", self.errors[0])
        self.assertFalse(json.loads(self.read("out.json"))["complete"])


class Interrupted(CliTest):
    def interrupt(self, *arguments):
        process = subprocess.Popen([CLI, "bench", "--scheme", "ml-kem-512", *arguments],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(process.kill)
        return process

    def test_ctrl_c_writes_what_was_measured(self):
        process = self.interrupt("--seconds", "0.5", "--op", "keygen,encaps,decaps", "--batch", "1:512:x2", "--json",
                                 "out.json")
        header = process.stdout.readline()
        first = process.stdout.readline()
        self.assertIn("ops/s", header)
        self.assertIn("keygen", first)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(errors, r"\Apqlane: bench: interrupted after \d+ of 30 rows\n\Z")
        document = json.loads(self.read("out.json"))
        self.assertEqual(problems(document, SCHEMA, strict=True), [])
        self.assertFalse(document["complete"])
        self.assertIn(len(document["results"]), range(1, 30))
        self.assertEqual(self.names(), ["out.json"])


if __name__ == "__main__":
    unittest.main()
