/** A position in WebAssembly's binary format (WebAssembly Core Specification 2.0, chapter 5). */
export class WasmCursor {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** An unsigned number in LEB128, of up to 32 bits. */
  u32(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  /** Passes over a number in LEB128 of any size. */
  skipNumber(): void {
    while (this.bytes[this.at++]! >= 0x80);
  }

  skipNumbers(count: number): void {
    for (let i = 0; i < count; i++) this.skipNumber();
  }
}

/** Codes of the instructions that matter here (5.4). */
export const OPCODE = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  brTable: 0x0e,
  call: 0x10,
  callIndirect: 0x11,
  selectTyped: 0x1c,
  localGet: 0x20,
  globalGet: 0x23,
  globalSet: 0x24,
  noResult: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i64LessThan: 0x53,
  i32ShiftRight: 0x76,
  i64Add: 0x7c,
  i64Sub: 0x7d,
  i64FromU32: 0xad,
  /** Prefix of conversions and of instructions on whole memories and tables. */
  bulk: 0xfc,
  bulkCopy: 10,
  bulkFill: 11,
} as const;

/** What follows an operation code: so many numbers, or a layout of its own. */
const NUMBERS_AFTER = new Uint8Array(256);
const OF_ITS_OWN = 255;

for (const code of [0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26])
  NUMBERS_AFTER[code] = 1;
for (const code of [0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2]) NUMBERS_AFTER[code] = 1;
NUMBERS_AFTER[OPCODE.callIndirect] = 2;
// Loads and stores: alignment and offset.
NUMBERS_AFTER.fill(2, 0x28, 0x3f);
for (const code of [OPCODE.brTable, OPCODE.selectTyped, OPCODE.f32Const, OPCODE.f64Const])
  NUMBERS_AFTER[code] = OF_ITS_OWN;
// Past the last conversion: references and prefixes.
for (let code = 0xc5; code < 256; code++) if (code < 0xd0 || code > 0xd2) NUMBERS_AFTER[code] = OF_ITS_OWN;

/** Numbers after the codes behind the prefix 0xfc: conversions, memory and tables. */
const NUMBERS_AFTER_FC = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1] as const;

/** A place in a function where something is to be counted. */
export interface CostlyPlace {
  /** Of a loop, where its body begins; of an instruction, where it begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'loop' | 'copy' | 'fill';
  /** Of a loop, how many it has, those of loops in it apart. */
  instructions: number;
}

/** The loops of a function and what copies or fills memory, in rising order. */
type CostlyPlaces = readonly CostlyPlace[];

/**
 * Finds the loops of a function, and what copies or fills memory.
 * @param cursor at the function's first instruction; at `end` afterwards
 * @returns in rising order
 * @throws Error for an instruction that is not known here, such as those of vectors
 */
export function findCostlyPlaces(cursor: WasmCursor, end: number): CostlyPlaces {
  let nesting: Nesting | undefined;
  const { bytes } = cursor;
  // A renderer has millions of instructions: no call and no object for a usual one.
  for (let at = cursor.at; at < end;) {
    const from = at;
    const code = bytes[at++]!;
    let numbers = NUMBERS_AFTER[code]!;
    if (numbers === OF_ITS_OWN) {
      cursor.at = at;
      numbers = numbersAfter(code, cursor);
      at = cursor.at;
    }
    for (; numbers > 0; numbers--) while (bytes[at++]! >= 0x80);
    const loop = nesting?.loop;
    if (loop) loop.instructions += code === OPCODE.call || code === OPCODE.callIndirect ? CALL : 1;
    if (code > OPCODE.end && code !== OPCODE.bulk) continue;
    nesting ??= new Nesting();
    if (code !== OPCODE.bulk) nesting.at(code, at);
    else nesting.bulk(bytes[from + 1]!, { from, to: at });
  }
  cursor.at = end;
  return nesting?.found ?? NOTHING;
}

/** The open blocks of a function. */
class Nesting {
  readonly found: CostlyPlace[] = [];
  /** The innermost open loop. */
  loop: CostlyPlace | undefined;
  /** Of each open block the innermost loop around its instructions. */
  private readonly open: (CostlyPlace | undefined)[] = [];

  /** Takes an instruction that may open or close a block. @param body where the block's instructions begin */
  at(code: number, body: number): void {
    if (code === OPCODE.end) this.loop = this.open.pop();
    if (code === OPCODE.block || code === OPCODE.if || code === OPCODE.loop) this.open.push(this.loop);
    if (code !== OPCODE.loop) return;
    this.loop = { from: body, to: body, kind: 'loop', instructions: 0 };
    this.found.push(this.loop);
  }

  bulk(operation: number, place: { readonly from: number; readonly to: number }): void {
    const kind = BULK_KINDS[operation];
    if (kind) this.found.push({ ...place, kind, instructions: 0 });
  }
}

/** Instructions that a call counts as: the called function may have no loop that counts them. */
const CALL = 20;

const NOTHING: CostlyPlaces = [];

const BULK_KINDS: Readonly<Record<number, 'copy' | 'fill'>> = {
  [OPCODE.bulkCopy]: 'copy',
  [OPCODE.bulkFill]: 'fill',
};

function numbersAfter(code: number, cursor: WasmCursor): number {
  if (code === OPCODE.brTable) return cursor.u32() + 1;
  if (code === OPCODE.selectTyped) return cursor.u32();
  if (code === OPCODE.bulk) {
    const numbers = NUMBERS_AFTER_FC[cursor.u32()];
    if (numbers !== undefined) return numbers;
  } else if (code === OPCODE.f32Const || code === OPCODE.f64Const) {
    cursor.at += code === OPCODE.f32Const ? 4 : 8;
    return 0;
  }
  throw new Error(`Expected a known WebAssembly instruction but found 0x${code.toString(16)}.`);
}
