import type { GlyphOutline, Stem, Step } from '../type1/outline.ts';
import { UnsupportedCharstring } from '../type1/type1-charstring.ts';

/** Operands that a Type 2 interpreter must be able to hold (Adobe Technical Note 5177, appendix B). */
const MAX_STACK = 48;
const MAX_STEMS = 96;

const OPERATOR = {
  hstem: 1,
  vstem: 3,
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  endchar: 14,
  hstemhm: 18,
  hintmask: 19,
  rmoveto: 21,
  hmoveto: 22,
  vstemhm: 23,
  vvcurveto: 26,
  hhcurveto: 27,
  vhcurveto: 30,
  hvcurveto: 31,
} as const;

/** Widths that a private dictionary gives: the usual one, and what others are counted from. */
export interface Widths {
  readonly usual: number;
  readonly nominal: number;
}

/**
 * Writes an outline as a Type 2 charstring that draws the same: the same points, stems and flexes.
 * @throws UnsupportedCharstring when a number or the count of stems is out of the format's reach
 */
export function writeType2(outline: GlyphOutline, widths: Widths): Uint8Array {
  const code = new CodeWriter();
  const width = outline.width === widths.usual ? [] : [outline.width - widths.nominal];
  const hints = new HintWriter(outline.steps);
  hints.declare(code, width);
  const steps = outline.steps;
  for (let at = 0; at < steps.length;) {
    const step = steps[at]!;
    if (step.kind === 'line' || step.kind === 'curve') {
      let end = at + 1;
      while (steps[end]?.kind === step.kind) end++;
      const run = (steps.slice(at, end) as { deltas: readonly number[] }[]).map(({ deltas }) => deltas);
      if (step.kind === 'line') writeLines(code, run);
      else writeCurves(code, run);
      at = end;
      continue;
    }
    if (step.kind === 'move') writeMove(code, step.deltas, width);
    else if (step.kind === 'flex') writeFlex(code, step.deltas, step.height);
    else if (step.kind === 'hints') hints.mask(code, step.stems, width);
    at++;
  }
  const { accent } = outline;
  code.operator(OPERATOR.endchar, [
    ...width.splice(0),
    ...(accent ? [accent.dx, accent.dy, accent.base, accent.accent] : []),
  ]);
  return code.bytes();
}

class CodeWriter {
  private readonly out: number[] = [];

  operator(operator: number, operands: readonly number[]): void {
    if (operands.length > MAX_STACK) throw new UnsupportedCharstring('too many operands');
    for (const operand of operands) this.number(operand);
    this.out.push(operator);
  }

  raw(bytes: readonly number[]): void {
    this.out.push(...bytes);
  }

  private number(value: number): void {
    if (value < -32768 || value > 32767) throw new UnsupportedCharstring('a number is out of range');
    if (!Number.isInteger(value)) {
      const fixed = Math.round(value * 65536);
      this.out.push(255, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255);
    } else if (value >= -107 && value <= 107) this.out.push(value + 139);
    else if (value >= 108 && value <= 1131) this.out.push(247 + ((value - 108) >> 8), (value - 108) & 255);
    else if (value <= -108 && value >= -1131)
      this.out.push(251 + ((-value - 108) >> 8), (-value - 108) & 255);
    else this.out.push(28, (value >> 8) & 255, value & 255);
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.out);
  }
}

/** Declares all stems of a glyph in front, and says where it changes which of them count. */
class HintWriter {
  private readonly rows: readonly Stem[];
  private readonly columns: readonly Stem[];
  private readonly usesMasks: boolean;

  constructor(steps: readonly Step[]) {
    const sets = steps.flatMap((step) => (step.kind === 'hints' ? [step.stems] : []));
    const all = new Map(sets.flat().map((stem) => [keyOf(stem), stem] as const));
    const sorted = [...all.values()].sort((a, b) => a.edge - b.edge || a.width - b.width);
    this.rows = sorted.filter(({ isVertical }) => !isVertical);
    this.columns = sorted.filter(({ isVertical }) => isVertical);
    if (sorted.length > MAX_STEMS) throw new UnsupportedCharstring('too many stems');
    this.usesMasks = sets.length > 1;
  }

  declare(code: CodeWriter, width: number[]): void {
    const [rows, columns] = this.usesMasks
      ? [OPERATOR.hstemhm, OPERATOR.vstemhm]
      : [OPERATOR.hstem, OPERATOR.vstem];
    writeStems(code, rows, this.rows, width);
    writeStems(code, columns, this.columns, width);
  }

  mask(code: CodeWriter, stems: readonly Stem[], width: number[]): void {
    if (!this.usesMasks) return;
    const active = new Set(stems.map(keyOf));
    const all = [...this.rows, ...this.columns];
    if (all.length === 0) return;
    const mask = new Array<number>((all.length + 7) >> 3).fill(0);
    all.forEach((stem, i) => {
      if (active.has(keyOf(stem))) mask[i >> 3]! |= 128 >> (i & 7);
    });
    code.operator(OPERATOR.hintmask, width.splice(0));
    code.raw(mask);
  }
}

function keyOf({ isVertical, edge, width }: Stem): string {
  return `${isVertical} ${edge} ${width}`;
}

function writeStems(code: CodeWriter, operator: number, stems: readonly Stem[], width: number[]): void {
  let last = 0;
  for (let at = 0; at < stems.length;) {
    const operands = width.splice(0);
    for (; at < stems.length && operands.length + 2 <= MAX_STACK; at++) {
      const { edge, width: size } = stems[at]!;
      operands.push(edge - last, size);
      last = edge + size;
    }
    code.operator(operator, operands);
  }
}

function writeMove(code: CodeWriter, [dx, dy]: readonly [number, number], width: number[]): void {
  const first = width.splice(0);
  if (dy === 0) code.operator(OPERATOR.hmoveto, [...first, dx]);
  else if (dx === 0) code.operator(OPERATOR.vmoveto, [...first, dy]);
  else code.operator(OPERATOR.rmoveto, [...first, dx, dy]);
}

function writeFlex(code: CodeWriter, deltas: readonly number[], height: number): void {
  code.operator(12, [...deltas, height]);
  code.raw([35]);
}

/** Lines along the axes in turns take one number each. */
function writeLines(code: CodeWriter, lines: readonly (readonly number[])[]): void {
  for (let at = 0; at < lines.length;) {
    const start = at;
    const isAlong = (index: number): boolean => {
      const wantsHorizontal = (lines[start]![1] === 0) === ((index - start) % 2 === 0);
      return lines[index]![wantsHorizontal ? 1 : 0] === 0;
    };
    if (lines[at]![0] === 0 || lines[at]![1] === 0) {
      while (at < lines.length && at - start < MAX_STACK && isAlong(at)) at++;
      const operands = lines.slice(start, at).map(([dx, dy], i) => {
        return (lines[start]![1] === 0) === (i % 2 === 0) ? dx! : dy!;
      });
      code.operator(lines[start]![1] === 0 ? OPERATOR.hlineto : OPERATOR.vlineto, operands);
      continue;
    }
    while (at < lines.length && at - start < MAX_STACK / 2 && lines[at]![0] !== 0 && lines[at]![1] !== 0)
      at++;
    code.operator(OPERATOR.rlineto, lines.slice(start, at).flat());
  }
}

/** How a curve begins and ends: along the x axis, along the y axis, or neither. */
function shapeOf([dx1, dy1, , , dx3, dy3]: readonly number[]): 'hh' | 'vv' | 'hv' | 'vh' | 'rr' {
  if (dy1 === 0) return dx3 === 0 ? 'hv' : dy3 === 0 ? 'hh' : 'rr';
  if (dx1 === 0) return dy3 === 0 ? 'vh' : dx3 === 0 ? 'vv' : 'rr';
  return 'rr';
}

function writeCurves(code: CodeWriter, curves: readonly (readonly number[])[]): void {
  for (let at = 0; at < curves.length;) {
    const shape = shapeOf(curves[at]!);
    const start = at;
    const alternates = shape === 'hv' || shape === 'vh';
    const limit = shape === 'rr' ? 8 : 12;
    const wanted = (): string =>
      alternates && (at - start) % 2 === 1 ? (shape === 'hv' ? 'vh' : 'hv') : shape;
    while (at < curves.length && at - start < limit && shapeOf(curves[at]!) === wanted()) at++;
    const run = curves.slice(start, at);
    if (shape === 'rr') code.operator(OPERATOR.rrcurveto, run.flat());
    else if (shape === 'hh')
      code.operator(
        OPERATOR.hhcurveto,
        run.flatMap(([dx1, , dx2, dy2, dx3]) => [dx1!, dx2!, dy2!, dx3!]),
      );
    else if (shape === 'vv')
      code.operator(
        OPERATOR.vvcurveto,
        run.flatMap(([, dy1, dx2, dy2, , dy3]) => [dy1!, dx2!, dy2!, dy3!]),
      );
    else code.operator(shape === 'hv' ? OPERATOR.hvcurveto : OPERATOR.vhcurveto, run.flatMap(turning));
  }
}

/** The four numbers of a curve that turns from one axis to the other. */
function turning(curve: readonly number[]): number[] {
  const [dx1, dy1, dx2, dy2, dx3, dy3] = curve;
  return shapeOf(curve) === 'hv' ? [dx1!, dx2!, dy2!, dy3!] : [dy1!, dx2!, dy2!, dx3!];
}
