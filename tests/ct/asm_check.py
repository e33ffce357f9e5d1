#!/usr/bin/env python3
"""asm_check.py: compiled code must not branch on, address memory by or divide secrets.

    asm_check.py [--allowed LIST] [--verbose] OBJECT-LIST
    asm_check.py --self-test COMPILER PLANTS.CPP

Reads objects with line numbers, follows values as asm_flow.py says, and reports every conditional jump,
address and division that depends on a value loaded from memory, unless the list of allowed places says why it
is public, and every gather, scatter and vector division. It needs no CPU that can run the code.

OBJECT-LIST has lines "ISA OBJECT.. [= SHIPPED-OBJECT..]"; the code of a shipped object must be the same, byte
for byte, as that of the object with line numbers. Lines of the list of allowed places:

    KIND | FILE | PATTERN | REASON

`public`: values read at a source line of FILE that matches PATTERN are public, and those that functions read
which are inlined there. `here`: only what the line itself reads. `branch`, `address`, `divide`,
`gather`, `compress`: such a use at that line is allowed. A line is where the code stands or where it was inlined
to; PATTERN is searched in "function: line". docs/constant-time.md says what the check cannot see.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from asm_code import SECTION_SHIFT, read_functions  # noqa: E402
from asm_flow import TOP, Flow  # noqa: E402

KINDS = ("public", "here", "branch", "address", "divide", "gather", "compress")
sources = {}


def source_line(path, number):
    if path not in sources:
        try:
            with open(path, errors="replace") as file:
                sources[path] = file.read().splitlines()
        except OSError:
            sources[path] = []
    lines = sources[path]
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""


def short_name(function):
    """A demangled name without namespaces, template arguments and parameters."""
    name = re.sub(r" \[clone [^]]*\]| const\b", "", function).replace("(anonymous namespace)::", "")
    while (inner := re.sub(r"<[^<>]*>|\([^()]*\)", "", name)) != name:
        name = inner
    return name.split()[-1].split("::")[-1] if name.split() else "?"


class Allowed:
    def __init__(self, path):
        self.entries = []
        if path is None:
            return
        with open(path) as file:
            for number, line in enumerate(file, 1):
                if not line.strip() or line.startswith("#"):
                    continue
                # The pattern may hold a bar without blanks around it.
                parts = [p.strip() for p in re.split(r"\s\|\s", line)]
                if len(parts) != 4 or parts[0] not in KINDS or not parts[2] or not parts[3]:
                    sys.exit(f"asm_check: {path}:{number}: not 'kind | file | pattern | reason'")
                self.entries.append([parts[0], parts[1], re.compile(parts[2]), 0])

    def allows(self, kind, frames):
        for entry in self.entries:
            if entry[0] != kind:
                continue
            for function, path, number in frames:
                if path.endswith("/" + entry[1]) and entry[2].search(f"{short_name(function)}: {source_line(path, number)}"):
                    entry[3] += 1
                    return True
        return False


def symbolise(addr2line, path, sections, addresses):
    """Frames (function, file, line) of each address, innermost first."""
    frames = {}
    for number, section in enumerate(sections):
        here = sorted(a for a in addresses if a >> SECTION_SHIFT == number)
        if not here:
            continue
        text = "".join(f"0x{a & ((1 << SECTION_SHIFT) - 1):x}\n" for a in here)
        out = subprocess.run([addr2line, "-a", "-f", "-i", "-C", "-j", section, "-e", path], input=text, check=True,
                             capture_output=True, text=True).stdout.splitlines()
        current, place, function = iter(here), None, None
        for line in out:
            if re.match(r"^0x[0-9a-f]{8,}$", line):
                place, function = next(current), None
                frames[place] = []
            elif function is None:
                function = line
            else:
                file, _, rest = line.rpartition(":")
                digits = re.match(r"\d+", rest)
                frames[place].append((function, os.path.normpath(file), int(digits.group()) if digits else 0))
                function = None
    return frames


def own(frames):
    """The innermost frame, but one whose line does not exist: g++ gives such to some instructions, clang line 0."""
    return [f for f in frames if f[2] == 0 or source_line(*f[1:])][:1]


def describe(frames):
    if not frames:
        return "?"
    shown = []
    for function, path, number in frames[:4]:
        shown.append(f"{os.path.basename(path)}:{number} {short_name(function)}: {source_line(path, number)[:70]}")
    return "\n        in ".join(shown)


def check_object(options, allowed, path):
    """Complaints about an object, and counts of what was looked at."""
    functions, sections = read_functions(options.objdump, path)
    if not functions:
        return [f"{path}: no code"], (0, 0, 0)
    names = {i.address: (f.name, i.text) for f in functions for i in f.code}
    frames = symbolise(options.addr2line, path, sections, names)
    public = {a for a, found in frames.items() if allowed.allows("public", found) or allowed.allows("here", own(found))}
    flow = Flow(functions, public)
    open_uses = {}
    for (address, kind), value in flow.uses.items():
        if value is TOP or (value := value - flow.pointers):
            open_uses[(address, kind)] = value

    complaints = []
    for (address, kind), value in sorted(open_uses.items()):
        secret = TOP if value is TOP else sorted(value)
        if allowed.allows(kind, frames.get(address, [])):
            continue
        text = f"{kind}: {names[address][1].split('<')[0].strip()}\n     at {describe(frames.get(address, []))}"
        if secret is TOP:
            text += "\n     on a value made of many"
        else:
            for a in secret[:3]:
                text += f"\n     from {names[a][1].split('<')[0].strip()} {describe(frames.get(a, []))}"
        complaints.append(text)
    code = [i for f in functions for i in f.code]
    return complaints, (len(functions), len(code), sum(i.is_conditional for i in code))


def code_bytes(options, path):
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([options.objcopy, "-O", "binary", "--only-section=.text*", path, file.name], check=True)
        with open(file.name, "rb") as made:
            return made.read()


def same_code(options, made, shipped):
    """Complaints where the object with line numbers is not the code that ships."""
    if len(made) != len(shipped):
        return ["the list names different numbers of objects"]
    by_name = {os.path.basename(p): p for p in shipped}
    return [f"{p}: its code differs from that of {by_name.get(os.path.basename(p))}" for p in made
            if os.path.basename(p) not in by_name or
            code_bytes(options, p) != code_bytes(options, by_name[os.path.basename(p)])]


def check_list(options):
    allowed = Allowed(options.allowed)
    bad = 0
    with open(options.arguments[0]) as file:
        lines = [line.split() for line in file if line.strip()]
    for isa, *paths in lines:
        if isa == "plants":
            continue
        split = paths.index("=") if "=" in paths else len(paths)
        made = [q for p in paths[:split] for q in p.split(";")]
        shipped = [q for p in paths[split + 1:] for q in p.split(";")]
        complaints = same_code(options, made, shipped) if shipped else []
        for path in made:
            start = time.monotonic()
            found, (functions, instructions, branches) = check_object(options, allowed, path)
            print(f"{isa}: {os.path.basename(path)}: {functions} functions, {instructions} instructions, "
                  f"{branches} conditional jumps, {len(found)} complaints, {time.monotonic() - start:.1f} s", flush=True)
            complaints += found
        bad += len(complaints)
        for text in complaints[:None if options.verbose else 20]:
            print(f"  {text}")
    if options.verbose:
        for kind, file, pattern, count in allowed.entries:
            print(f"  allowed {count:5d} times: {kind} {file} {pattern.pattern}")
    print(f"asm_check: {bad} complaints")
    return 1 if bad else 0


EXPECTED = {"branch": "branch", "index": "address", "divide": "divide", "word": "branch", "early_exit": "branch"}


def self_test(options):
    """Every plant is reported in its function and by its kind, and the clean one is not."""
    compiler, source = options.self_test
    failures, runs = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for flags in (["-O2"], ["-O3"], ["-O3", "-mavx2"], ["-O3", "-mavx512f", "-mavx512bw", "-mavx512vl"]):
            made = os.path.join(folder, "plants.o")
            subprocess.run([compiler, "-std=c++20", "-g1", *flags, "-c", source, "-o", made], check=True)
            runs += 1
            complaints, _ = check_object(options, Allowed(None), made)
            for plant, kind in EXPECTED.items():
                if not any(c.startswith(kind + ":") and f"pqlane_plant_{plant}:" in c for c in complaints):
                    # A vectorised look-up is a gather, a vectorised division a vector division.
                    if not (plant == "index" and any(c.startswith("gather:") and f"pqlane_plant_{plant}:" in c
                                                     for c in complaints)):
                        failures.append(f"{' '.join(flags)}: plant '{plant}' was not reported")
            if not any(c.startswith("branch:") and " callee:" in c for c in complaints):
                failures.append(f"{' '.join(flags)}: the leak in the callee was not reported")
            if any("pqlane_plant_none" in c for c in complaints):
                failures.append(f"{' '.join(flags)}: the clean function was reported")
            if options.verbose:
                print("\n".join(complaints))
    for line in failures:
        print(f"asm_check: {line}", file=sys.stderr)
    print(f"asm_check: {len(EXPECTED) + 1} plants in {runs} builds, {len(failures)} failures")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--objcopy", default="objcopy")
    parser.add_argument("--addr2line", default="addr2line")
    parser.add_argument("--allowed", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "allowed.list"))
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--self-test", nargs=2, metavar=("COMPILER", "PLANTS.CPP"))
    parser.add_argument("arguments", nargs="*", metavar="OBJECT-LIST")
    options = parser.parse_args()
    if options.self_test:
        return self_test(options)
    if len(options.arguments) != 1:
        parser.error("one object list is needed")
    return check_list(options)


if __name__ == "__main__":
    sys.exit(main())
