import { concatBytes } from '../../base/bytes.ts';
import { findCostlyPlaces, OPCODE, WasmCursor, type CostlyPlace } from './wasm-code.ts';
import { BULK_BYTES_BITS, MAX_ROUND_UNITS } from '../tuning.ts';

/** Name of the global that a metered module exports: an i64, the instructions that may still run. */
export const FUEL = 'fuel';

const SECTION = { types: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10 } as const;
/** Kind of an import; those of tables and memories have layouts of their own. */
const FUNCTION = 0;

/**
 * Rewrites a WebAssembly module so that it counts what runs in its loops, and traps when its fuel is used up: whatever a
 * library is given to do, it ends, and at the same point in every run. Each round of a loop costs as many units as the loop
 * has instructions, those of loops in it apart; copying and filling memory cost a unit for 16 bytes. Calls in a row, with no
 * loop around them, cost nothing: only their depth could be large, and the stack is bounded.
 * @returns the module with one more export, {@link FUEL}; it starts at the largest number, and callers set it
 * @throws Error when the module uses what is not known here, such as vectors
 */
export function meterWasm(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = readSections(module);
  const of = (id: number): Uint8Array =>
    sections.find((section) => section.id === id)?.body ?? Uint8Array.of(0);
  const fuel = countOf(of(SECTION.globals));
  const firstHelper = importedFunctions(of(SECTION.imports)) + countOf(of(SECTION.functions));
  const type = countOf(of(SECTION.types));
  const calls = { copy: firstHelper, fill: firstHelper + 1 };
  const rewritten = new Map<number, Uint8Array>([
    [SECTION.types, appended(of(SECTION.types), BULK_TYPE)],
    [SECTION.functions, appended(of(SECTION.functions), leb(type), leb(type))],
    [SECTION.globals, appended(of(SECTION.globals), FUEL_GLOBAL)],
    [SECTION.exports, appended(of(SECTION.exports), fuelExport(fuel))],
    [SECTION.code, appended(meteredCode(of(SECTION.code), fuel, calls), bulkCopy(fuel), bulkFill(fuel))],
  ]);
  const parts = sections.flatMap(({ id, body }) => {
    const changed = rewritten.get(id) ?? body;
    return [Uint8Array.of(id, ...leb(changed.length)), changed];
  });
  return concatBytes([module.subarray(0, 8), ...parts]);
}

interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

function readSections(module: Uint8Array): Section[] {
  const sections: Section[] = [];
  const cursor = new WasmCursor(module, 8);
  while (cursor.at < module.length) {
    const id = module[cursor.at++]!;
    const size = cursor.u32();
    sections.push({ id, body: module.subarray(cursor.at, cursor.at + size) });
    cursor.at += size;
  }
  return sections;
}

function countOf(vector: Uint8Array): number {
  return new WasmCursor(vector).u32();
}

/** @throws Error when the module imports anything but functions: a global would move the numbers of all others */
function importedFunctions(imports: Uint8Array): number {
  const cursor = new WasmCursor(imports);
  const count = cursor.u32();
  for (let i = 0; i < count; i++) {
    for (let name = 0; name < 2; name++) {
      const length = cursor.u32();
      cursor.at += length;
    }
    if (imports[cursor.at++] !== FUNCTION) throw new Error('Expected a module that imports functions alone.');
    cursor.skipNumber();
  }
  return count;
}

/** A vector with more items. */
function appended(vector: Uint8Array, ...items: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const cursor = new WasmCursor(vector);
  const count = cursor.u32();
  const more = items.map((item) => Uint8Array.from(item));
  return concatBytes([Uint8Array.from(leb(count + items.length)), vector.subarray(cursor.at), ...more]);
}

const I32 = 0x7f;
const I64 = 0x7e;

/** A function of three i32 without a result. */
const BULK_TYPE = [0x60, 3, I32, I32, I32, 0];

/** A mutable i64 that starts at 2^63 - 1. */
const FUEL_GLOBAL = [I64, 1, OPCODE.i64Const, ...new Array<number>(9).fill(0xff), 0x00, OPCODE.end];

function fuelExport(global: number): number[] {
  const name = Array.from(FUEL, (char) => char.charCodeAt(0));
  return [name.length, ...name, 0x03, ...leb(global)];
}

/** Takes what is on the stack, an i64, from the fuel and traps below zero. */
function burn(fuel: number): number[] {
  const [get, set] = [
    [OPCODE.globalGet, ...leb(fuel)],
    [OPCODE.globalSet, ...leb(fuel)],
  ];
  const trap = [OPCODE.if, OPCODE.noResult, OPCODE.unreachable, OPCODE.end];
  return [OPCODE.i64Add, ...set, ...get, OPCODE.i64Const, 0, OPCODE.i64LessThan, ...trap];
}

/** Code at the start of a loop of so many instructions. */
function countRound(fuel: number, instructions: number): Uint8Array {
  const cost = [OPCODE.globalGet, ...leb(fuel), OPCODE.i64Const, ...negativeLeb(instructions)];
  return Uint8Array.of(...cost, ...burn(fuel));
}

/** Bodies of the functions that stand for memory.copy and memory.fill. */
const bulkCopy = (fuel: number): number[] => bulk(fuel, [OPCODE.bulk, OPCODE.bulkCopy, 0, 0]);
const bulkFill = (fuel: number): number[] => bulk(fuel, [OPCODE.bulk, OPCODE.bulkFill, 0]);

function bulk(fuel: number, instruction: readonly number[]): number[] {
  const cost = [
    OPCODE.localGet,
    2,
    OPCODE.i32Const,
    BULK_BYTES_BITS,
    OPCODE.i32ShiftRight,
    OPCODE.i64FromU32,
  ];
  const code = [
    ...[0, OPCODE.i64Const, 0, ...cost, OPCODE.i64Sub, OPCODE.globalGet, ...leb(fuel), ...burn(fuel)],
    ...[0, 1, 2].flatMap((local) => [OPCODE.localGet, local]),
    ...[...instruction, OPCODE.end],
  ];
  return [...leb(code.length), ...code];
}

/** Numbers of the functions that stand for bulk instructions. */
interface BulkCalls {
  readonly copy: number;
  readonly fill: number;
}

function meteredCode(code: Uint8Array, fuel: number, calls: BulkCalls): Uint8Array {
  const cursor = new WasmCursor(code);
  const count = cursor.u32();
  const parts: Uint8Array[] = [];
  const rounds = new Map<number, Uint8Array>();
  const bulkCalls = {
    copy: Uint8Array.of(OPCODE.call, ...leb(calls.copy)),
    fill: Uint8Array.of(OPCODE.call, ...leb(calls.fill)),
  };
  const codeFor = ({ kind, instructions }: CostlyPlace): Uint8Array => {
    if (kind !== 'loop') return bulkCalls[kind];
    const cost = Math.min(MAX_ROUND_UNITS, instructions);
    let round = rounds.get(cost);
    if (!round) rounds.set(cost, (round = countRound(fuel, cost)));
    return round;
  };
  let copied = 0;
  for (let i = 0; i < count; i++) {
    const sizeAt = cursor.at;
    const size = cursor.u32();
    const start = cursor.at;
    const declarations = cursor.u32();
    cursor.skipNumbers(declarations * 2);
    const places = findCostlyPlaces(cursor, start + size);
    // Most functions stay as they are, and are copied in one with their neighbours.
    if (places.length === 0) continue;
    const growth = places.reduce((sum, place) => sum + codeFor(place).length - (place.to - place.from), 0);
    parts.push(code.subarray(copied, sizeAt), Uint8Array.from(leb(size + growth)));
    copied = start;
    for (const place of places) {
      parts.push(code.subarray(copied, place.from), codeFor(place));
      copied = place.to;
    }
  }
  parts.push(code.subarray(copied));
  return concatBytes(parts);
}

/** A number from 0 in LEB128. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}

/** A number below zero in signed LEB128, given without its sign. */
function negativeLeb(value: number): number[] {
  const bytes: number[] = [];
  let rest = -value;
  for (; rest < -64; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest & 0x7f);
  return bytes;
}
