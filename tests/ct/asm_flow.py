"""asm_flow.py: which values reach the conditional jumps, addresses and divisions of compiled code.

A forward data-flow analysis over general registers, vector registers that carry a general value, the flags
and stack slots. A value is a pair of sets of the places it was loaded at:
  whole   64-bit words as loaded, plus or minus anything (pointers, and secret words)
  parts   what was narrowed, masked, shifted, multiplied or compared on the way
or TOP when it is made of too many. Counters, arguments of functions that nothing calls, immediates, stack
addresses and constants have two empty sets. A word that is dereferenced as it is is a pointer: a secret
word used so would fault. What depends on anything else than pointers is handed to the caller to judge.

Taken for granted: a stack slot holds what the function itself last stored there (slots whose address is
taken are forgotten at calls); stack arguments are lengths and pointers.
"""

from asm_code import ARGUMENTS, CALL_CLOBBERED, RAX, RBP, RCX, RDI, RDX, RSI, RSP

EMPTY = frozenset()
CLEAN = (EMPTY, EMPTY)
TOP = None
MOST_ORIGINS = 100
ALU = {"add", "sub", "and", "or", "xor", "adc", "sbb", "cmp", "test"}
WRITES_FLAGS_ONLY = {"cmp", "test", "bt"}
NOTHING = {"nop", "nopw", "nopl", "endbr64", "vzeroupper", "vzeroall", "lfence", "mfence", "sfence", "pause", "cld",
           "ud2", "hlt"}


def is_stack(v):
    return v is not None and len(v) == 3


def plain(v):
    return CLEAN if is_stack(v) else v


def cap(whole, parts):
    return TOP if len(whole) + len(parts) > MOST_ORIGINS else (whole, parts)


def join(a, b):
    if a == b:
        return a
    if is_stack(a) and (is_stack(b) or b == CLEAN) or is_stack(b) and a == CLEAN:
        return ("S", None, 0)
    a, b = plain(a), plain(b)
    if a is TOP or b is TOP:
        return TOP
    return cap(a[0] | b[0], a[1] | b[1])


def narrowed(v):
    v = plain(v)
    return v if v is TOP or not v[0] else (EMPTY, v[0] | v[1])


def origins(v):
    v = plain(v)
    return TOP if v is TOP else v[0] | v[1]


def stem(name):
    """Name without the size suffix that objdump adds for memory operands."""
    if name in ALU or name in WRITES_FLAGS_ONLY:
        return name
    return name[:-1] if name[:-1] in ALU | {"mov", "inc", "dec", "neg", "not", "shl", "shr", "sar", "imul", "bt", "div",
                                            "idiv", "mul", "rol", "ror", "push", "pop"} and name[-1] in "bwlq" else name


SIZES = {"b": 1, "w": 2, "l": 4, "q": 8}


class State:
    __slots__ = ("general", "vector", "flags", "slots")

    def __init__(self, general, vector, flags, slots):
        self.general, self.vector, self.flags, self.slots = general, vector, flags, slots

    def copy(self):
        return State(list(self.general), list(self.vector), self.flags, dict(self.slots))

    def merge(self, other):
        """Joins `other` into self; returns whether anything changed."""
        changed = False
        for mine, theirs in ((self.general, other.general), (self.vector, other.vector)):
            for i, value in enumerate(theirs):
                if mine[i] != value:
                    joined = join(mine[i], value)
                    if joined != mine[i]:
                        mine[i], changed = joined, True
        flags = join(self.flags, other.flags)
        if flags != self.flags:
            self.flags, changed = flags, True
        for key in list(self.slots):
            size, value = self.slots[key]
            there = other.slots.get(key)
            if there is None or there[0] != size:
                del self.slots[key]
                changed = True
            elif there[1] != value and (joined := join(value, there[1])) != value:
                self.slots[key] = (size, joined)
                changed = True
        return changed


class Flow:
    """`public` has the addresses of instructions whose loads from memory are known to be public."""

    def __init__(self, functions, public=EMPTY):
        self.public = public
        self.by_entry = {f.entry: f for f in functions}
        self.functions = functions
        self.uses = {}         # (address, kind) -> value
        self.pointers = set()  # load places whose word is dereferenced as it is
        self.arguments = {}    # entry -> values of the argument registers
        self.written = self.clobbers()
        called = {i.target for f in functions for i in f.code if i.target in self.by_entry and i.name in ("call", "jmp")}
        pending = [f for f in functions if f.entry not in called]
        for f in pending:
            self.arguments[f.entry] = [CLEAN] * len(ARGUMENTS)
        while pending:
            self.changed = []
            self.analyse(pending.pop())
            pending += [f for f in self.changed if f not in pending]

    def clobbers(self):
        """Registers that a function or one it calls may write: g++ keeps values in the others over calls."""
        written = {}
        for f in self.functions:
            mine = set()
            for ins in f.code:
                name = stem(ins.name)
                if ins.operands and name not in WRITES_FLAGS_ONLY and name != "push":
                    mine |= {o.value for o in ins.operands[0 if name == "xchg" else -1:] if o.kind == "g"}
                if ins.name == "call" and ins.target not in self.by_entry:
                    mine |= set(CALL_CLOBBERED)
                if stem(ins.name) in ("mul", "imul", "div", "idiv", "cltd", "cqto"):
                    mine |= {RAX, RDX}
                if ins.name == "cltq":
                    mine.add(RAX)
                if "rep" in ins.prefix:
                    mine |= {RCX, RSI, RDI}
            written[f.entry] = mine
        changed = True
        while changed:
            changed = False
            for f in self.functions:
                for ins in f.code:
                    if ins.target in written and ins.name in ("call", "jmp") and ins.target != f.entry:
                        if not written[ins.target] <= written[f.entry]:
                            written[f.entry] |= written[ins.target]
                            changed = True
        return written

    def use(self, ins, kind, value):
        found = origins(value)
        if found is TOP or found:
            key = (ins.address, kind)
            old = self.uses.get(key, EMPTY)
            self.uses[key] = TOP if found is TOP or old is TOP else old | found

    def analyse(self, f):
        general = [CLEAN] * 16
        for register, value in zip(ARGUMENTS, self.arguments[f.entry]):
            general[register] = value
        general[RSP] = ("S", "entry", 0)
        self.escaped = set()
        states = {0: State(general, [TOP] * 32, CLEAN, {})}
        pending = [0]
        while pending:
            start = pending.pop()
            end, following = f.blocks[start]
            state = states[start].copy()
            for ins in f.code[start:end]:
                self.step(ins, state)
            for place in following:
                if place not in states:
                    states[place] = state.copy()
                elif not states[place].merge(state):
                    continue
                if place not in pending:
                    pending.append(place)

    # ---- memory ---------------------------------------------------------

    def slot_of(self, memory, state):
        if memory.index is None and isinstance(memory.base, int):
            base = state.general[memory.base]
            if is_stack(base) and base[1] is not None:
                return (base[1], base[2] + memory.displacement)
        return None

    def check_address(self, ins, memory, state):
        for register, scale in ((memory.base, 1), (memory.index, memory.scale)):
            if isinstance(register, tuple):
                self.use(ins, "gather", (EMPTY, frozenset((ins.address,))))
            elif isinstance(register, int):
                value = plain(state.general[register])
                if value is not TOP and scale == 1:
                    self.pointers |= value[0]
                    value = (EMPTY, value[1])
                self.use(ins, "address", value)

    def place(self, ins):
        """The origin of what an instruction loads; none where that is public."""
        return EMPTY if ins.address in self.public else frozenset((ins.address,))

    def load(self, ins, memory, size, state):
        self.check_address(ins, memory, state)
        here = self.place(ins)
        fresh = (here, EMPTY) if size == 8 else (EMPTY, here)
        if memory.base == "rip":
            return CLEAN
        slot = self.slot_of(memory, state)
        if slot is None:
            return fresh
        if slot in state.slots and state.slots[slot][0] >= size:
            stored, value = state.slots[slot]
            return value if stored == size else narrowed(value)
        if slot[0] == "entry" and slot[1] >= 8:
            return CLEAN
        return fresh

    def store(self, ins, memory, size, value, state):
        self.check_address(ins, memory, state)
        slot = self.slot_of(memory, state)
        if slot is None:
            return
        base, place = slot
        for other in range(place - 7, place + size):
            if (base, other) in state.slots and other + state.slots[(base, other)][0] > place:
                del state.slots[(base, other)]
        if value is not TOP and size <= 8:
            state.slots[slot] = (size, value)

    # ---- instructions ---------------------------------------------------

    def size_of(self, ins):
        for o in ins.operands:
            if o.kind == "g" and not (o is ins.operands[0] and len(ins.operands) > 2 and ins.operands[0].width == 8):
                return o.width // 8
        return SIZES.get(ins.name[-1], 8)

    def get(self, ins, operand, size, state):
        if operand.kind == "g":
            value = state.general[operand.value]
            return value if operand.width == 64 else narrowed(value)
        if operand.kind == "m":
            return self.load(ins, operand.value, size, state)
        if operand.kind == "v":
            return state.vector[operand.value]
        return CLEAN if operand.kind == "i" else TOP

    def put(self, ins, operand, value, size, state):
        if operand.kind == "g":
            if operand.width < 64:
                value = narrowed(value)
                # A write of 8 or 16 bits leaves the upper ones; no compiler reads those as part of the value
                # without widening it first, except where the instruction itself combines both.
                if operand.width < 32 and stem(ins.name) not in ("mov", "sub", "add", "and", "or", "xor"):
                    value = join(value, narrowed(state.general[operand.value]))
            state.general[operand.value] = value
        elif operand.kind == "m":
            self.store(ins, operand.value, size, value, state)
        elif operand.kind == "v":
            state.vector[operand.value] = value

    def without_pointers(self, value):
        """Words that are known to be pointers are not secret; leaving them out keeps the sets small."""
        return value if value is TOP else (value[0] - self.pointers, value[1] - self.pointers)

    def call(self, ins, state):
        callee = self.by_entry.get(ins.target)
        for o in ins.operands:
            self.use(ins, "address", narrowed(self.get(ins, o, 8, state)) if o.kind == "g" else CLEAN)
        if callee is not None:
            passed = [self.without_pointers(plain(state.general[r])) for r in ARGUMENTS]
            old = self.arguments.get(callee.entry)
            new = passed if old is None else [join(self.without_pointers(a), b) for a, b in zip(old, passed)]
            if new != old:
                self.arguments[callee.entry] = new
                self.changed.append(callee)
        elif ins.symbol is not None and ins.symbol.startswith(("memcpy", "memset", "memmove", "memcmp")):
            self.use(ins, "address", narrowed(state.general[RDX]) if plain(state.general[RDX]) is not TOP else TOP)
        if ins.name != "call":
            return
        target = state.general[RDI]
        clobbered = set(CALL_CLOBBERED)
        if callee is not None:
            clobbered &= self.written[callee.entry]
        for r in clobbered:
            state.general[r] = TOP
        if RAX in clobbered:
            state.general[RAX] = (self.place(ins), EMPTY)
            if ins.symbol is not None and ins.symbol.startswith(("memcpy", "memset", "memmove")):
                state.general[RAX] = target  # they return their first argument
        state.vector = [TOP] * 32
        state.flags = TOP
        for key in self.escaped:
            state.slots.pop(key, None)

    def lea(self, ins, state):
        source, target = ins.operands
        memory = source.value
        slot = self.slot_of(memory, state)
        if slot is not None:
            self.escaped.add(slot)
            self.put(ins, target, ("S", *slot), 8, state)
            return
        base = CLEAN if not isinstance(memory.base, int) else state.general[memory.base]
        index = CLEAN if not isinstance(memory.index, int) else state.general[memory.index]
        if memory.scale != 1:
            index = narrowed(index)
        self.put(ins, target, add(base, index), 8, state)

    def step(self, ins, state):
        name, ops = ins.name, ins.operands
        if name in NOTHING or name.startswith(("prefetch", "nop")):
            return
        if name[0] == "j":
            if ins.is_conditional:
                self.use(ins, "branch", state.flags)
            elif ops:
                self.use(ins, "branch", self.get(ins, ops[0], 8, state))
            elif ins.target in self.by_entry:
                self.call(ins, state)
            return
        if name == "call":
            self.call(ins, state)
            return
        if name[0] == "k" or any(o.kind in "vk" for o in ops):
            self.step_vector(ins, state)
            return
        self.step_general(ins, stem(name), state)

    def step_general(self, ins, name, state):
        ops, g = ins.operands, state.general
        size = self.size_of(ins) if ops else 8
        if name == "lea":
            self.lea(ins, state)
        elif name in ("mov", "movabs"):
            self.put(ins, ops[1], self.get(ins, ops[0], size, state), size, state)
        elif name.startswith(("movz", "movs")) and len(ops) == 2 and ops[1].kind == "g":
            read = SIZES.get(name[4], 4) if ops[0].kind == "m" else 8
            self.put(ins, ops[1], narrowed(self.get(ins, ops[0], min(read, 4), state)), size, state)
        elif name in ("push",):
            value = self.get(ins, ops[0], 8, state)
            g[RSP] = add_constant(g[RSP], -8)
            self.store_top(value, state)
        elif name == "pop":
            top = g[RSP]
            key = (top[1], top[2]) if is_stack(top) and top[1] is not None else None
            g[ops[0].value] = state.slots.get(key, (8, CLEAN))[1]
            g[RSP] = add_constant(g[RSP], 8)
        elif name == "leave":
            g[RSP] = g[RBP]
            top = g[RSP]
            g[RBP] = state.slots.get((top[1], top[2]), (8, CLEAN))[1] if is_stack(top) else CLEAN
            g[RSP] = add_constant(g[RSP], 8)
        elif name in ("ret",):
            pass
        elif name in WRITES_FLAGS_ONLY:
            a, b = (self.get(ins, o, size, state) for o in ops)
            state.flags = plain(join(plain(a), plain(b)))
        elif name in ALU:
            self.arithmetic(ins, name, size, state)
        elif name.startswith("cmov"):
            value = join(self.get(ins, ops[0], size, state), self.get(ins, ops[1], size, state))
            self.put(ins, ops[1], mixed(value, narrowed(state.flags)), size, state)
        elif name.startswith("set") and len(ops) == 1:
            if ops[0].kind == "g":
                g[ops[0].value] = narrowed(state.flags)  # no one reads the bits above without widening first
            else:
                self.put(ins, ops[0], narrowed(state.flags), 1, state)
        elif name in ("div", "idiv"):
            divisor = narrowed(self.get(ins, ops[0], size, state))
            value = join(join(narrowed(g[RAX]), narrowed(g[RDX])), divisor)
            self.use(ins, "divide", value)
            g[RAX] = g[RDX] = state.flags = value
        elif name in ("mul", "imul") and len(ops) == 1:
            value = join(narrowed(g[RAX]), narrowed(self.get(ins, ops[0], size, state)))
            g[RAX] = g[RDX] = state.flags = value
        elif name in ("cltd", "cqto", "cwtd"):
            g[RDX] = narrowed(g[RAX])
        elif name in ("cltq", "cwtl", "cbtw"):
            g[RAX] = narrowed(g[RAX])
        elif name == "xchg" and ops[0].kind == ops[1].kind and ops[0].value == ops[1].value:
            pass  # a nop
        elif name == "xchg":
            a, b = (self.get(ins, o, size, state) for o in ops)
            self.put(ins, ops[0], b, size, state)
            self.put(ins, ops[1], a, size, state)
        elif name.startswith(("stos", "movs")) and "rep" in ins.prefix or name in ("stos", "movsq", "movsl", "movsb"):
            if "rep" in ins.prefix:
                self.use(ins, "address", narrowed(g[RCX]))
            for r in (RDI, RSI) if name.startswith("movs") else (RDI,):
                value = plain(g[r])
                if value is not TOP:
                    self.pointers |= value[0]
                    value = (EMPTY, value[1])
                self.use(ins, "address", value)
        elif ops:
            value = CLEAN
            sources = ops if len(ops) < 3 else ops[:-1]
            for o in sources:
                value = join(value, narrowed(self.get(ins, o, size, state)))
            if name.startswith(("pext", "pdep", "div", "f")):
                self.use(ins, "divide", value)
            keeps_pointer = name in ("inc", "dec") and ops[0].kind == "g" and ops[0].width == 64
            state.flags = value
            if not keeps_pointer:
                self.put(ins, ops[-1], value, size, state)

    def store_top(self, value, state):
        top = state.general[RSP]
        if is_stack(top) and top[1] is not None:
            state.slots[(top[1], top[2])] = (8, value)

    def arithmetic(self, ins, name, size, state):
        source, target = ins.operands[0], ins.operands[-1]
        if name in ("xor", "sub") and source.kind == target.kind == "g" and source.value == target.value:
            self.put(ins, target, CLEAN, size, state)
            state.flags = CLEAN
            return
        if name == "sbb" and source.kind == target.kind == "g" and source.value == target.value:
            self.put(ins, target, narrowed(state.flags), size, state)  # 0 or -1: the carry alone
            return
        a, b = self.get(ins, source, size, state), self.get(ins, target, size, state)
        if source.kind == "i" and is_stack(b) and name in ("add", "sub"):
            value = add_constant(b, signed(source.value) * (1 if name == "add" else -1))
        elif name == "and" and source.kind == "i" and is_stack(b):
            value = ("S", "aligned", 0)  # rsp rounded down: a frame of its own
        elif name in ("add", "sub"):
            value = add(a, b)
        elif name == "and" and source.kind == "i" and signed(source.value) < -1 and signed(source.value) >= -4096:
            value = b  # rounds a pointer down
        else:
            value = join(narrowed(a), narrowed(b))
        if name in ("adc", "sbb"):
            value = mixed(value, narrowed(state.flags))
        state.flags = plain(value)
        self.put(ins, target, value, size, state)

    def step_vector(self, ins, state):
        name, ops = ins.name, ins.operands
        here = frozenset((ins.address,))
        loaded = self.place(ins)
        if not ops:
            return
        last = ops[-1]
        memory = [o for o in ops if o.kind == "m"]
        if any(w in name for w in ("div", "sqrt")) or name.startswith(("vpconflict",)):
            self.use(ins, "divide", (EMPTY, here))
        if "compress" in name and last.kind == "m":
            self.use(ins, "compress", (EMPTY, here))
        if last.kind == "m":
            size = max([o.width for o in ops if o.kind == "v"], default=8)
            size = {"vmovq": 8, "movq": 8, "vmovd": 4, "movd": 4, "vmovlps": 8, "vmovhps": 8, "vpextrq": 8, "vpextrd": 4,
                    "vmovss": 4, "vmovsd": 8, "vpextrw": 2, "vpextrb": 1,
                    "kmovb": 1, "kmovw": 2, "kmovd": 4, "kmovq": 8}.get(name, size)
            value = state.vector[ops[0].value] if name in ("vmovq", "movq", "vmovd", "movd") and ops[0].kind == "v" else TOP
            self.store(ins, last.value, size, value, state)
            return
        read = CLEAN
        for o in memory:
            size = 8 if name in ("vmovq", "movq", "vpbroadcastq") else 4
            value = self.load(ins, o.value, size, state)
            exact = name in ("vmovq", "movq", "vmovd", "movd", "vpbroadcastq", "vpbroadcastd")
            read = join(read, value if exact or o.value.base == "rip" else TOP)
        if last.kind == "g":
            known = read
            for o in ops[:-1]:
                known = join(known, state.vector[o.value] if o.kind == "v" else TOP if o.kind == "k" else CLEAN)
            if known is TOP:
                whole = last.width == 64 and name in ("vmovq", "movq", "vpextrq", "pextrq")
                known = (loaded, EMPTY) if whole else (EMPTY, loaded)
            elif name not in ("vmovq", "movq"):
                known = narrowed(known)
            self.put(ins, last, known, 8, state)
        elif last.kind == "v" and not name.startswith(("vptest", "vtest", "ptest", "vucom", "vcom", "ucom", "com")):
            sources = ops[:-1]
            if not name.startswith(("v", "mov", "pshuf", "pabs")) or "{%k" in ins.text and "{z}" not in ins.text:
                sources = ops
            registers = [o.value for o in ops if o.kind == "v"]
            if "xor" in name and len(registers) >= 2 and len(set(registers[:2])) == 1:
                state.vector[last.value] = CLEAN
                return
            value = read
            for o in sources:
                value = join(value, self.get(ins, o, 8, state)) if o.kind != "m" else value
            if "{%k" in ins.text:
                value = TOP
            state.vector[last.value] = plain(value)
        elif "test" in name or "com" in name:
            state.flags = (EMPTY, loaded)


def signed(value):
    return value - (1 << 64) if value >= 1 << 63 else value - (1 << 32) if (1 << 31) <= value < (1 << 32) else value


def add_constant(v, amount):
    return ("S", v[1], v[2] + amount) if is_stack(v) and v[1] is not None else v


def add(a, b):
    if is_stack(a) or is_stack(b):
        other = b if is_stack(a) else a
        return ("S", None, 0) if is_stack(other) or other == CLEAN else other
    return join(a, b)


def mixed(value, flags):
    value = plain(value)
    if value is TOP or flags is TOP:
        return TOP
    return cap(value[0], value[1] | flags[1])
