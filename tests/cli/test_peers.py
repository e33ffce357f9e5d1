"""pqlane bench --peer: other libraries beside ours. PQLANE_FAKE_PEERS names one that stands in for liboqs and
wolfSSL (tests/support/fake_peers.cpp); an installed wolfSSL is used where there is one."""

import ctypes.util
import json
import os
import unittest
from pathlib import Path

from json_schema import problems
from support import CliTest

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "bench-schema.json").read_text())
SHORT = ("--seconds", "0.001", "--batch", "2")
KEM = ("keygen", "encaps", "decaps")
DSA = ("keygen", "sign", "verify")


class Peers(CliTest):
    def setUp(self):
        super().setUp()
        self.file = os.environ["PQLANE_FAKE_PEERS"]

    def fake(self, peer):
        return f"{peer}={self.file}"

    def bench(self, *arguments, env=None, status=0):
        self.run_cli("bench", *SHORT, "--quiet", "--json", "out.json", *arguments, env=env, status=status)
        document = json.loads(self.read("out.json"))
        self.assertEqual(problems(document, SCHEMA, strict=True), [])
        return document

    def refuse_peer(self, peer, faults, *words, schemes="ml-kem-512"):
        self.refuse("bench", *SHORT, "--scheme", schemes, "--peer", self.fake(peer), status=2,
                    words=(f"--peer {peer}=", *words), env={"FAKE_PEERS": faults})

    def test_rows_beside_ours(self):
        document = self.bench("--scheme", "ml-kem-512,kyber-512,ml-dsa-44", "--peer", self.fake("liboqs"), "--peer",
                              self.fake("wolfssl"))
        rows = [row for row in document["results"] if row["implementation"] != "pqlane"]
        expected = []
        for device, names in (("cpu:liboqs", ("ml-kem-512", "kyber-512", "ml-dsa-44")),
                              ("cpu:wolfssl", ("ml-kem-512", "ml-dsa-44"))):
            expected += [(device, name, op) for name in names for op in (DSA if name == "ml-dsa-44" else KEM)]
        self.assertEqual([(row["device"], row["scheme"], row["op"]) for row in rows], expected)
        for row in rows:
            self.assertEqual(row["implementation"],
                             "liboqs 0.14.0" if row["device"] == "cpu:liboqs" else "wolfSSL 5.8.2")
            self.assertTrue(row["verified"])
            self.assertEqual((row["threads"], row["batch"], row["key_reuse"]), (1, 1, "none"))
            self.assertEqual(row["message_bytes"], 32 if row["op"] in ("sign", "verify") else None)
            self.assertTrue(row["includes"]["matrix"])
        self.assertEqual(document["not_measured"], ["not measured: kyber-512: wolfSSL 5.8.2 has no kyber-512"])

        # The same rows again, with the libraries from the same file.
        self.run_cli("bench", "--reproduce", "out.json", "--seconds", "0.001", "--json", "again.json", "--quiet",
                     "--peer", self.fake("liboqs"), "--peer", self.fake("wolfssl"))
        again = json.loads(self.read("again.json"))
        self.assertEqual([(row["device"], row["scheme"], row["op"], row["threads"]) for row in again["results"]],
                         [(row["device"], row["scheme"], row["op"], row["threads"]) for row in document["results"]])
        self.refuse("bench", "--reproduce", "out.json", "--peer", "liboqs", status=2, words=("--reproduce", "NAME=FILE"))

    def test_several_threads(self):
        rows = self.bench("--scheme", "ml-kem-512", "--op", "encaps", "--threads", "1,2", "--peer",
                          f"{self.fake('liboqs')},{self.fake('wolfssl')}")["results"]
        self.assertEqual([(row["device"], row["threads"], row["batch"]) for row in rows[2:]],
                         [(device, threads, batch) for threads, batch in ((1, 1), (2, 200))
                          for device in ("cpu:liboqs", "cpu:wolfssl")])

    def test_one_key_and_messages(self):
        rows = self.bench("--scheme", "ml-dsa-44", "--op", "verify", "--same-key", "--message-bytes", "10,1000", "--peer",
                          self.fake("liboqs"))["results"]
        self.assertEqual([(row["device"][:10], row["message_bytes"], row["key_reuse"]) for row in rows[2:]],
                         [("cpu:liboqs", size, "one-key") for size in (10, 1000)])

    def test_table(self):
        text = self.run_cli("bench", *SHORT, "--scheme", "ml-kem-512", "--op", "decaps", "--peer",
                            self.fake("liboqs")).decode()
        self.assertRegex(text, r"(?m)^ml-kem-512 +decaps +cpu:liboqs +1 +1 .* yes$")
        self.assertIn("cpu:liboqs: liboqs 0.14.0, keys are byte strings", text)

    def test_wrong_outputs_are_found(self):
        cases = [(fault, "ml-kem-512", op) for fault, op in (("keygen", "keygen"), ("encaps", "encaps"),
                                                             ("decaps", "decaps"), ("decaps", "keygen"))]
        cases += [(fault, "ml-dsa-44", op) for fault, op in (("keygen", "keygen"), ("sign", "sign"),
                                                             ("verify", "verify"))]
        for peer, some in (("liboqs", cases), ("wolfssl", cases[2:3] + cases[-1:])):
            for fault, scheme, op in some:
                with self.subTest(peer=peer, fault=fault, op=op):
                    document = self.bench("--scheme", scheme, "--op", op, "--peer", self.fake(peer), status=1,
                                          env={"FAKE_PEERS": fault})
                    self.assertEqual([row["verified"] for row in document["results"]
                                      if row["device"] == f"cpu:{peer}"], [False])
                    self.assertEqual(len(document["failures"]), 1)
                    self.assertRegex(document["failures"][0], f"{scheme} {op} in .* item 0: ")
        document = self.bench("--scheme", "ml-kem-512", "--op", "encaps", "--peer", self.fake("liboqs"), status=1,
                              env={"FAKE_PEERS": "error"})
        self.assertIn("liboqs 0.14.0 reports an error", document["failures"][0])

    def test_what_is_no_such_library(self):
        for version in ("0.9.2", "1.0.0"):
            self.refuse_peer("liboqs", f"version={version}", self.file, f"liboqs {version}", "0.10")
        self.refuse_peer("wolfssl", "version=4.8.1", self.file, "wolfSSL 4.8.1")
        for peer, version in (("liboqs", "liboqs 0.14.0"), ("wolfssl", "wolfSSL 5.8.2")):
            self.refuse_peer(peer, "size", version, "ml-kem-512", "public key", "801 bytes", "800 here")
            self.refuse_peer(peer, "size", version, "ml-dsa-44", "1313 bytes", schemes="ml-dsa-44")
            self.refuse_peer(peer, "absent", version, "none of the schemes", "without")
        self.refuse_peer("liboqs", "name", "ML-KEM-512", "does not begin with that name")
        self.refuse_peer("liboqs", "draft", "a draft of it, ML-KEM-512-ipd")
        for peer, lacking in (("liboqs", "OQS_version"), ("wolfssl", "wolfSSL_lib_version"),
                              ("openssl", "OpenSSL_version")):
            self.refuse("bench", *SHORT, "--peer", f"{peer}=libm.so.6", status=2, words=("libm.so.6", "lacks", lacking))

    def test_no_library(self):
        for peer in ("liboqs", "wolfssl", "openssl"):
            self.refuse("bench", *SHORT, "--peer", f"{peer}=/no/such.so", status=2,
                        words=("--peer", peer, "/no/such.so", "cannot be opened"))
            self.refuse("bench", *SHORT, "--peer", f"{peer}=", status=2, words=("no file after", peer))
        self.refuse("bench", *SHORT, "--peer", "botan9", status=2, words=("botan9", "openssl, liboqs, wolfssl"))
        self.refuse("bench", *SHORT, "--peer", f"{self.fake('liboqs')},liboqs", status=2, words=("named twice",))
        if ctypes.util.find_library("oqs") is None:
            self.refuse("bench", *SHORT, "--peer", "liboqs", status=2, words=("no liboqs", "liboqs.so"))

    def test_formats_hold_one_implementation(self):
        self.refuse("bench", *SHORT, "--format", "cupqc", "--out", "runs", "--peer", self.fake("liboqs"), status=2,
                    words=("cupqc", "pqlane alone"))

    def test_installed_wolfssl(self):
        if ctypes.util.find_library("wolfssl") is None:
            self.skipTest("wolfSSL is not installed")
        document = self.bench("--scheme", "p-256,x25519,ed25519,ecdsa-p-256", "--peer", "wolfssl")
        rows = [row for row in document["results"] if row["device"] == "cpu:wolfssl"]
        self.assertEqual([(row["scheme"], row["op"]) for row in rows],
                         [("p-256", "keygen"), ("p-256", "agree"), ("x25519", "keygen"), ("x25519", "agree"),
                          ("ed25519", "keygen"), ("ed25519", "sign"), ("ed25519", "verify"),
                          ("ecdsa-p-256", "sign"), ("ecdsa-p-256", "verify")])
        for row in rows:
            self.assertRegex(row["implementation"], r"\AwolfSSL 5\.\d+\.\d+\Z")
            self.assertTrue(row["verified"])
        shared = self.bench("--scheme", "ecdsa-p-256", "--op", "sign", "--threads", "2", "--peer", "wolfssl")["results"]
        self.assertEqual((shared[-1]["device"], shared[-1]["batch"]), ("cpu:wolfssl", 200))


if __name__ == "__main__":
    unittest.main()
