"""support.py: what the tests of the command line share. PQLANE_CLI names the binary."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

CLI = os.environ.get("PQLANE_CLI") or shutil.which("pqlane")

# FIPS 203, table 3 (round-3 Kyber has the same sizes): ek, dk, ct. A seed has 64 bytes, a secret 32.
SIZES = {"512": (800, 1632, 768), "768": (1184, 2400, 1088), "1024": (1568, 3168, 1568)}
SCHEMES = [f"{family}-{size}" for family in ("ml-kem", "kyber") for size in SIZES]
SEED, SECRET = 64, 32


def sizes(scheme):
    return SIZES[scheme.rsplit("-", 1)[1]]


def fixed_bytes(count, salt=0):
    """Bytes that look random and are the same in every run."""
    state, out = 12345 + salt, bytearray()
    for _ in range(count):
        state = (state * 1103515245 + 12345) % (1 << 31)
        out.append(state >> 16 & 0xFF)
    return bytes(out)


class CliTest(unittest.TestCase):
    """Runs the command line in a folder of its own."""

    @classmethod
    def setUpClass(cls):
        if not CLI:
            raise RuntimeError("PQLANE_CLI does not name the pqlane binary")

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="pqlane-test-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def path(self, name):
        return self.folder / name

    def write(self, name, data):
        self.path(name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return name

    def read(self, name):
        return self.path(name).read_bytes()

    def run_cli(self, *arguments, stdin=b"", env=None, status=0):
        """Runs the binary, checks its exit status, and that errors are lines that begin with "pqlane: "."""
        result = subprocess.run([CLI, *map(str, arguments)], input=stdin, capture_output=True, cwd=self.folder,
                                env={**os.environ, **(env or {})}, timeout=300, check=False)
        errors = result.stderr.decode()
        self.assertEqual(result.returncode, status, f"{arguments}: {errors}")
        for line in errors.splitlines():
            self.assertTrue(line.startswith("pqlane: "), f"stderr of {arguments}: {line!r}")
        self.assertEqual(bool(errors), status != 0, f"stderr of {arguments}: {errors!r}")
        self.stdout = result.stdout
        self.errors = errors.splitlines()
        return result.stdout

    def refuse(self, *arguments, status, words, stdin=b"", env=None):
        """The command ends with this status and one line on stderr that holds all the words."""
        self.run_cli(*arguments, stdin=stdin, env=env, status=status)
        self.assertEqual(len(self.errors), 1, self.errors)
        for word in words:
            self.assertIn(str(word), self.errors[0])
        self.assertEqual(self.stdout, b"")

    def run_json(self, *arguments, stdin=b"", status=0):
        """The machine form of a command; stdout must hold nothing else."""
        return json.loads(self.run_cli(*arguments, "--json", "-", stdin=stdin, status=status))

    def keygen(self, scheme, count, *more):
        self.run_cli("keygen", "--scheme", scheme, "--count", count, "--pub", "pub", "--key", "key", *more)

    def encaps(self, scheme, *more):
        self.run_cli("encaps", "--scheme", scheme, "--pub", "pub", "--ct", "ct", "--ss", "ss", *more)

    def decaps(self, scheme, *more):
        self.run_cli("decaps", "--scheme", scheme, "--key", "key", "--ct", "ct", "--ss", "ss2", *more)

    def names(self):
        """All files of the folder, hidden ones too."""
        return sorted(entry.name for entry in self.folder.iterdir())
