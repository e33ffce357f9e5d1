"""asm_code.py: objdump's listing of x86-64 code as functions of decoded instructions and basic blocks."""

import re
import subprocess

GENERAL = ("rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi") + tuple(f"r{i}" for i in range(8, 16))
RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI = range(8)
ARGUMENTS = (RDI, RSI, RDX, RCX, 8, 9)
CALL_CLOBBERED = (RAX, RCX, RDX, RSI, RDI, 8, 9, 10, 11)


def register_names():
    names = {}
    for i, name in enumerate(GENERAL):
        names[name] = (i, 64)
        if i >= 8:
            names.update({name + "d": (i, 32), name + "w": (i, 16), name + "b": (i, 8)})
        else:
            short = name[1:]
            names["e" + short] = (i, 32)
            names[short] = (i, 16)
            if i < 4:
                names[short[0] + "l"] = names[short[0] + "h"] = (i, 8)
            else:
                names[short + "l"] = (i, 8)
    return names


REGISTERS = register_names()
VECTOR = re.compile(r"^[xyz]mm(\d+)$")
MASK = re.compile(r"^k([0-7])$")
MEMORY = re.compile(r"^(?:%[c-g]s:)?(-?0x[0-9a-f]+|-?\d+)?\((?:%(\w+))?(?:,%(\w+)(?:,(\d))?)?\)$")
MEMORY_PLAIN = re.compile(r"^(?:%[c-g]s:)(-?0x[0-9a-f]+)$")


class Memory:
    def __init__(self, displacement, base, index, scale):
        self.displacement, self.base, self.index, self.scale = displacement, base, index, scale


class Operand:
    """kind: 'g' general (number, width), 'v' vector, 'k' mask, 'm' Memory, 'i' immediate, '?' other."""
    __slots__ = ("kind", "value", "width")

    def __init__(self, kind, value, width=0):
        self.kind, self.value, self.width = kind, value, width


def decode_operand(text):
    text = re.sub(r"\{[^}]*\}", "", text).strip()
    if text.startswith("$"):
        return Operand("i", int(text[1:], 16))
    if text.startswith("%"):
        name = text[1:]
        if name in REGISTERS:
            return Operand("g", *REGISTERS[name])
        if match := VECTOR.match(name):
            return Operand("v", int(match.group(1)), {"x": 16, "y": 32, "z": 64}[name[0]])
        if match := MASK.match(name):
            return Operand("k", int(match.group(1)))
        if MEMORY_PLAIN.match(text):
            return Operand("m", Memory(0, None, None, 1))
    if match := MEMORY.match(text):
        displacement, base, index, scale = match.groups()
        number = lambda name: None if name in (None, "rip", "riz") else (
            REGISTERS[name][0] if name in REGISTERS else ("v", int(VECTOR.match(name).group(1))))
        return Operand("m", Memory(int(displacement or "0", 16) if "0x" in (displacement or "")
                                   else int(displacement or 0), "rip" if base == "rip" else number(base),
                                   number(index), int(scale or 1)))
    return Operand("?", text)


def split_operands(text):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "({":
            depth += 1
        elif c in ")}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    if text[start:].strip():
        parts.append(text[start:])
    return parts


class Instruction:
    __slots__ = ("address", "name", "operands", "text", "target", "prefix", "symbol")

    def __init__(self, address, text):
        self.address, self.text, self.target, self.prefix, self.symbol = address, text, None, "", None
        text = text.split("#")[0].strip()
        words = text.split(None, 1)
        while words and (words[0] in ("rep", "repz", "repnz", "lock", "notrack", "bnd", "cs", "data16", "ds", "{evex}",
                                      "{vex}", "{vex3}") or words[0].startswith("rex")):
            self.prefix += words[0] + " "
            words = words[1].split(None, 1) if len(words) > 1 else ["nop"]
        self.name = words[0]
        rest = words[1].strip() if len(words) > 1 else ""
        if self.name[0] == "j" or self.name == "call":
            self.operands = []
            if match := re.match(r"^([0-9a-f]+)\b", rest):
                self.target = int(match.group(1), 16)
            elif rest.startswith("*"):
                self.operands = [decode_operand(rest[1:])]
        else:
            self.operands = [decode_operand(o) for o in split_operands(rest)]

    @property
    def is_conditional(self):
        return self.name[0] == "j" and self.name != "jmp"


class Function:
    def __init__(self, name, instructions):
        self.name, self.code = name, instructions
        self.entry = instructions[0].address
        self.make_blocks()

    def make_blocks(self):
        places = {ins.address: i for i, ins in enumerate(self.code)}
        starts = {0}
        for i, ins in enumerate(self.code):
            if ins.name[0] == "j":
                if ins.target in places:
                    starts.add(places[ins.target])
                starts.add(i + 1)
            elif ins.name in ("ret", "ud2", "hlt"):
                starts.add(i + 1)
        starts = sorted(s for s in starts if s < len(self.code))
        self.blocks = {}
        for n, start in enumerate(starts):
            end = starts[n + 1] if n + 1 < len(starts) else len(self.code)
            last, following = self.code[end - 1], []
            if last.name[0] == "j" and last.target in places:
                following.append(places[last.target])
            if last.name not in ("jmp", "ret", "ud2", "hlt") and end < len(self.code):
                following.append(end)
            self.blocks[start] = (end, following)


SECTION_SHIFT = 40


def read_functions(objdump, path):
    """The functions of an object, and the names of its code sections; see SECTION_SHIFT."""
    sections = []
    listing = subprocess.run([objdump, "-dr", "--no-show-raw-insn", "-M", "att", path], check=True,
                             capture_output=True, text=True).stdout
    functions, name, code, section, base = [], None, [], -1, 0
    for line in listing.splitlines() + ["0 <end>:"]:
        if line.startswith("Disassembly of section "):
            section += 1
            base = section << SECTION_SHIFT  # addresses of two sections of an object overlap
            sections.append(line.split()[3].rstrip(":"))
        elif head := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
            if code:
                functions.append(Function(name, code))
            name, code = head.group(1), []
        elif body := re.match(r"^\s+([0-9a-f]+):\t([^\t].*)$", line):
            if body.group(2).startswith("R_X86"):
                continue
            code.append(Instruction(base + int(body.group(1), 16), body.group(2)))
            if code[-1].target is not None:
                code[-1].target += base
        elif (relocation := re.match(r"^\s+[0-9a-f]+: (R_X86\S+)\s+(\S+)", line)) and code:
            code[-1].symbol = relocation.group(2)
            code[-1].target = None  # the linker's to set: objdump shows the next instruction
    return functions, sections
