import { nameOf, PdfName, PdfRef, PdfString, type PdfDict, type PdfObject } from '../model/objects.ts';
import type { PdfDocument } from '../model/document.ts';
import { MAX_ITEMS, type Operand } from './content-lexer.ts';
import type { ContentFont, ContentPlace, GraphicsState, NestedContent } from './content-place.ts';
import { countTiles, MAX_TILES } from './count-tiles.ts';
import { findResource } from './find-resource.ts';
import { matrixOf, multiply, scaleOf } from './matrix.ts';
import type { Usage } from './usage.ts';
import { MAX_SAVED_STATES } from '../tuning.ts';

/** Runs the operators of one content and notes in the usage what they draw; contents that it draws in turn are collected. */
export class OperatorRun {
  /** Contents to walk next, in the order in which they are drawn. */
  readonly nested: NestedContent[] = [];
  /** Points that a unit of its paths is drawn as, at most; 0 where it draws none. */
  pathScale = 0;
  private state: GraphicsState;
  private readonly saved: GraphicsState[] = [];
  private scale: number;
  private readonly document: PdfDocument;
  private readonly usage: Usage;
  private readonly place: ContentPlace;

  constructor(document: PdfDocument, usage: Usage, place: ContentPlace, initial: GraphicsState) {
    this.document = document;
    this.usage = usage;
    this.place = place;
    this.state = initial;
    this.scale = scaleOf(initial.ctm);
  }

  run(operator: string, operands: Operand[]): void {
    const last = operands.at(-1);
    if (Array.isArray(last) && last.length >= MAX_ITEMS) this.usage.giveUp(this.place.page);
    HANDLERS.get(operator)?.(this, operands);
  }

  save(): void {
    if (this.saved.length < MAX_SAVED_STATES) this.saved.push(this.state);
  }

  restore(): void {
    this.state = this.saved.pop() ?? this.state;
    this.scale = scaleOf(this.state.ctm);
  }

  transform(operands: Operand[]): void {
    const numbers = operands.slice(-6);
    const matrix = numbers.every((item) => typeof item === 'number') ? matrixOf(numbers) : undefined;
    if (!matrix) return;
    this.state = { ...this.state, ctm: multiply(matrix, this.state.ctm) };
    this.scale = scaleOf(this.state.ctm);
  }

  drawPath(): void {
    if (this.scale > this.pathScale) this.pathScale = this.scale;
  }

  selectFont(name: Operand | undefined): void {
    this.state = { ...this.state, font: this.fontOf(this.resource('Font', name)) };
  }

  /** @param operand a string, or an array of strings and offsets */
  showText(operand: Operand | undefined): void {
    const { font } = this.state;
    if (!font) {
      this.usage.hasUnknownFont = true;
      return;
    }
    if (font.isType3 && !this.place.isMeasured) this.usage.hasNestedGlyphs = true;
    const use = this.usage.font(font.num);
    use.pages.add(this.place.page);
    for (const item of Array.isArray(operand) ? operand : [operand])
      if (item instanceof PdfString) addCodes(use.codes, item.bytes, font.isComposite);
    if (this.usage.startGlyphs(font.num)) this.nested.push({ kind: 'glyphs', fontNum: font.num });
  }

  drawObject(name: Operand | undefined): void {
    const { place, usage } = this;
    const ref = this.resource('XObject', name);
    const stream = this.document.stream(ref);
    if (!stream) return;
    const isForm = nameOf(this.document.resolve(stream.dict.get('Subtype'))) === 'Form';
    if (isForm) this.nested.push({ kind: 'form', form: stream, state: this.state });
    else if (ref instanceof PdfRef) {
      if (place.remapsDevice) usage.remappedPictures.add(ref.num);
      if (this.state.transparency?.size) usage.transparentPictures.add(ref.num);
      if (place.isMeasured) usage.placePicture(ref.num, this.state.ctm, place.page, place.isTiled);
      else usage.unmeasuredPicture(ref.num, place.page);
    }
  }

  selectPattern(name: Operand | undefined): void {
    if (!(name instanceof PdfName)) return;
    const { place, document } = this;
    const form = document.stream(this.resource('Pattern', name));
    if (!form) return;
    if (countTiles(document, form.dict, place.base) > MAX_TILES) this.usage.endlessPages.add(place.page);
    this.nested.push({ kind: 'tile', form, state: { ctm: place.base, font: undefined } });
  }

  setGraphicsState(name: Operand | undefined): void {
    const { document } = this;
    const dict = document.dict(this.resource('ExtGState', name));
    if (!dict) return;
    const font = document.array(dict.get('Font'));
    // A graphics state is no resource dictionary of fonts: the use of a font that it names stays uncertain.
    if (font) this.state = { ...this.state, font: this.fontOf(font[0]) };
    this.state = { ...this.state, transparency: this.transparencyWith(dict) };
    const form = document.stream(document.dict(dict.get('SMask'))?.get('G'));
    if (form) this.nested.push({ kind: 'form', form, state: { ctm: this.state.ctm, font: undefined } });
  }

  private transparencyWith(dict: PdfDict): ReadonlySet<string> {
    const set = new Set(this.state.transparency);
    for (const [key, opaque] of OPAQUE) {
      if (!dict.has(key)) continue;
      const value = this.document.resolve(dict.get(key));
      const known = nameOf(value) ?? this.document.number(value);
      if (known !== undefined && opaque.includes(known)) set.delete(key);
      else set.add(key);
    }
    return set;
  }

  private resource(kind: string, name: Operand | undefined): PdfObject | undefined {
    const key = nameOf(name);
    return key === undefined
      ? undefined
      : findResource(this.document, this.usage, this.place, { kind, name: key });
  }

  private fontOf(ref: PdfObject | undefined): ContentFont | undefined {
    const dict = ref instanceof PdfRef ? this.document.dict(ref) : undefined;
    if (!dict) return undefined;
    const subtype = nameOf(this.document.resolve(dict.get('Subtype')));
    return { num: (ref as PdfRef).num, isComposite: subtype === 'Type0', isType3: subtype === 'Type3' };
  }
}

/** Values of the graphics state with which nothing shines through (ISO 32000-1, table 58). */
const OPAQUE: readonly (readonly [key: string, values: readonly (string | number)[]])[] = [
  ['BM', ['Normal', 'Compatible']],
  ['ca', [1]],
  ['SMask', ['None']],
];

function addCodes(codes: Set<number>, bytes: Uint8Array, isComposite: boolean): void {
  if (!isComposite) for (const code of bytes) codes.add(code);
  else for (let i = 0; i < bytes.length; i += 2) codes.add(bytes[i]! * 256 + (bytes[i + 1] ?? 0));
}

type Handler = (run: OperatorRun, operands: Operand[]) => void;

// Viewers take the last operands where there are too many; a picture behind the first one would be lost.
const drawPath: Handler = (run) => run.drawPath();
const drawObject: Handler = (run, operands) => run.drawObject(operands.at(-1));
const setGraphicsState: Handler = (run, operands) => run.setGraphicsState(operands.at(-1));
const selectFont: Handler = (run, operands) => run.selectFont(operands.at(-2));
const showText: Handler = (run, operands) => run.showText(operands.at(-1));
const selectPattern: Handler = (run, operands) => run.selectPattern(operands.at(-1));

/** Operators that matter here (ISO 32000-1, annex A); all others are passed over. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['q', (run) => run.save()],
  ['Q', (run) => run.restore()],
  ['cm', (run, operands) => run.transform(operands)],
  ...['m', 'l', 'c', 'v', 'y', 're'].map((operator) => [operator, drawPath] as const),
  ['Tf', selectFont],
  ...['Tj', "'", '"', 'TJ'].map((operator) => [operator, showText] as const),
  ['Do', drawObject],
  ['scn', selectPattern],
  ['SCN', selectPattern],
  ['gs', setGraphicsState],
]);
