import { isEngineError } from '../../errors.ts';
import { contentRefs, pagesOf, type Page } from '../model/pages.ts';
import type { PdfStream } from '../model/objects.ts';
import { nameOf, PdfDict, PdfName, PdfRef, PdfString, type PdfObject } from '../model/objects.ts';
import type { PdfJob } from '../pdf-job.ts';
import { readContent, type Operand } from './content-lexer.ts';
import { countTiles, MAX_TILES } from './count-tiles.ts';
import { findResource, type ResourceScope } from './find-resource.ts';
import { IDENTITY, matrixOf, multiply, scaleOf, type Matrix } from './matrix.ts';
import { Usage } from './usage.ts';

/** More than any honest file: a drawing of 100 MB has about 20 million. */
const MAX_OPERATORS = 40_000_000;
/** Forms inside forms. */
const MAX_DEPTH = 24;
/** Walks of forms, patterns and glyphs; the same form at another place counts again. */
const MAX_FORM_WALKS = 200_000;

interface Font {
  readonly num: number;
  readonly isComposite: boolean;
}

interface State {
  ctm: Matrix;
  font: Font | undefined;
}

/** Where a content stands: its resources, the page it is for, and what leads to it. */
interface Place extends ResourceScope {
  /** What is being walked: a form, or the parts of a page. */
  readonly streams: readonly PdfStream[];
  readonly page: number;
  readonly depth: number;
  readonly isAppearance?: boolean;
  readonly base: Matrix;
}

/**
 * Walks the contents of all pages with their forms, patterns, soft masks, annotation appearances and Type 3 glyphs.
 * @returns which pictures are drawn how large, and which fonts show which codes
 */
export async function walkContents(job: PdfJob): Promise<Usage> {
  const walker = new Walker(job);
  for (const [index, page] of pagesOf(job.document).entries()) {
    job.context.signal.throwIfAborted();
    await walker.page(page, index);
  }
  return walker.usage;
}

class Walker {
  readonly usage = new Usage();
  private readonly job: PdfJob;
  private readonly contents = new Map<PdfStream, Promise<Uint8Array | undefined>>();
  private readonly fontsByRef = new Map<number, Font>();
  private readonly glyphsWalked = new Set<number>();
  private readonly path = new Set<PdfStream>();
  private operators = 0;
  private formWalks = 0;

  constructor(job: PdfJob) {
    this.job = job;
  }

  async page({ dict, resources }: Page, index: number): Promise<void> {
    const { document } = this.job;
    const unit = document.number(dict.get('UserUnit')) ?? 1;
    const base: Matrix = [unit, 0, 0, unit, 0, 0];
    const parts: Uint8Array[] = [];
    const streams: PdfStream[] = [];
    for (const ref of contentRefs(document, dict)) {
      const stream = document.stream(ref);
      const bytes = stream && (await this.load(stream));
      if (!bytes) continue;
      parts.push(bytes, NEWLINE);
      streams.push(stream);
    }
    const place: Place = { streams, resources, page: index, depth: 0, isMeasured: true, base };
    await this.walk(concat(parts), place, { ctm: base, font: undefined });
    for (const item of document.array(dict.get('Annots')) ?? []) {
      const annotation = document.dict(item);
      if (annotation) await this.annotation(annotation, { ...place, isAppearance: true });
    }
  }

  private async annotation(annotation: PdfDict, page: Place): Promise<void> {
    const { document } = this.job;
    const rect = document.numbers(annotation.get('Rect'));
    const appearances = document.dict(annotation.get('AP'));
    for (const entry of appearances?.map.values() ?? []) {
      const value = document.resolve(entry);
      const streams = value instanceof PdfDict ? [...value.map.values()] : [entry];
      for (const ref of streams) {
        const form = document.stream(ref);
        if (form)
          await this.form(form, page, { ctm: this.appearanceMatrix(form, rect, page.base), font: undefined });
      }
    }
  }

  /** Maps the form's box on the annotation's rectangle (ISO 32000-1, 12.5.5, algorithm 8.1). */
  private appearanceMatrix(form: PdfStream, rect: number[] | undefined, base: Matrix): Matrix {
    const { document } = this.job;
    const box = document.numbers(form.dict.get('BBox'));
    if (!box || !rect || box.length < 4 || rect.length < 4) return base;
    const matrix = matrixOf(document.numbers(form.dict.get('Matrix'))) ?? IDENTITY;
    const xs: number[] = [];
    const ys: number[] = [];
    for (const x of [box[0]!, box[2]!]) {
      for (const y of [box[1]!, box[3]!]) {
        xs.push(x * matrix[0] + y * matrix[2]);
        ys.push(x * matrix[1] + y * matrix[3]);
      }
    }
    const width = Math.max(...xs) - Math.min(...xs);
    const height = Math.max(...ys) - Math.min(...ys);
    const sx = width > 0 ? Math.abs(rect[2]! - rect[0]!) / width : 1;
    const sy = height > 0 ? Math.abs(rect[3]! - rect[1]!) / height : 1;
    return multiply([sx, 0, 0, sy, 0, 0], base);
  }

  /** Walks a form XObject, a tiling pattern or a glyph; its Matrix is applied here. */
  private async form(form: PdfStream, place: Place, state: State): Promise<void> {
    if (this.path.has(form)) return;
    this.usage.walkedForms.add(form);
    if (place.depth >= MAX_DEPTH || ++this.formWalks > MAX_FORM_WALKS) {
      this.usage.isIncomplete = true;
      return;
    }
    const bytes = await this.load(form);
    if (!bytes) return;
    const { document } = this.job;
    const matrix = matrixOf(document.numbers(form.dict.get('Matrix'))) ?? IDENTITY;
    const ctm = multiply(matrix, state.ctm);
    const own = document.dict(form.dict.get('Resources'));
    const scope = own ? { ...place, resources: own, outer: place } : place;
    const inside = { ...scope, streams: [form], depth: place.depth + 1, base: ctm };
    this.path.add(form);
    await this.walk(bytes, inside, { ...state, ctm });
    this.path.delete(form);
  }

  private async walk(bytes: Uint8Array, place: Place, initial: State): Promise<void> {
    const nested: (() => Promise<void>)[] = [];
    const stack: State[] = [];
    let state = { ...initial };
    let scale = scaleOf(state.ctm);
    let pathScale = 0;
    this.noteResources(place);
    readContent(bytes, (operator, operands) => {
      if (++this.operators > MAX_OPERATORS) {
        this.usage.isIncomplete = true;
        return false;
      }
      switch (operator) {
        case 'q':
          if (stack.length < 10_000) stack.push({ ...state });
          break;
        case 'Q':
          state = stack.pop() ?? state;
          scale = scaleOf(state.ctm);
          break;
        case 'm':
        case 'l':
        case 'c':
        case 'v':
        case 'y':
        case 're':
          if (scale > pathScale) pathScale = scale;
          break;
        case 'cm': {
          const matrix = matrixOf(operands as number[]);
          if (matrix && operands.every((item) => typeof item === 'number'))
            state.ctm = multiply(matrix, state.ctm);
          scale = scaleOf(state.ctm);
          break;
        }
        case 'Tf':
          state.font = this.fontOf(this.resource(place, 'Font', operands[0]));
          break;
        case 'Tj':
        case "'":
        case '"':
        case 'TJ':
          this.show(operands.at(-1), state.font, place, nested);
          break;
        case 'Do':
          this.paint(this.resource(place, 'XObject', operands[0]), place, { ...state }, nested);
          break;
        case 'scn':
        case 'SCN':
          this.pattern(operands.at(-1), place, nested);
          break;
        case 'gs':
          this.graphicsState(this.resource(place, 'ExtGState', operands[0]), place, state, nested);
          break;
      }
      return true;
    });
    for (const stream of place.streams)
      this.usage.drawContent(stream, place.isMeasured ? pathScale : Infinity, place.page);
    for (const work of nested) await work();
  }

  private resource(place: Place, kind: string, name: Operand | undefined): PdfObject | undefined {
    const key = nameOf(name);
    return key === undefined ? undefined : findResource(this.job.document, this.usage, place, kind, key);
  }

  private noteResources({ resources, page, isAppearance }: Place): void {
    for (const kind of ['Font', 'XObject']) {
      const dict = this.job.document.dict(resources?.get(kind));
      if (dict) this.usage.seeResources(dict, page);
      if (dict && isAppearance) this.usage.appearanceResources.add(dict);
    }
  }

  private fontOf(ref: PdfObject | undefined): Font | undefined {
    if (!(ref instanceof PdfRef)) return undefined;
    let font = this.fontsByRef.get(ref.num);
    const dict = font ? undefined : this.job.document.dict(ref);
    if (dict) {
      font = {
        num: ref.num,
        isComposite: nameOf(this.job.document.resolve(dict.get('Subtype'))) === 'Type0',
      };
      this.fontsByRef.set(ref.num, font);
    }
    return font;
  }

  private show(
    operand: Operand | undefined,
    font: Font | undefined,
    place: Place,
    nested: (() => Promise<void>)[],
  ): void {
    if (!font) {
      this.usage.hasUnknownFont = true;
      return;
    }
    const use = this.usage.font(font.num);
    use.pages.add(place.page);
    for (const item of Array.isArray(operand) ? operand : [operand]) {
      if (!(item instanceof PdfString)) continue;
      const { bytes } = item;
      if (!font.isComposite) for (const code of bytes) use.codes.add(code);
      else for (let i = 0; i < bytes.length; i += 2) use.codes.add(bytes[i]! * 256 + (bytes[i + 1] ?? 0));
    }
    if (this.glyphsWalked.has(font.num)) return;
    this.glyphsWalked.add(font.num);
    nested.push(() => this.glyphs(font.num, place));
  }

  /** Glyphs of a Type 3 font are contents of their own. */
  private async glyphs(num: number, place: Place): Promise<void> {
    const { document } = this.job;
    const dict = document.dict(new PdfRef(num));
    const procedures = document.dict(dict?.get('CharProcs'));
    if (!dict || !procedures) return;
    const own = document.dict(dict.get('Resources'));
    if (!own) this.usage.hasBorrowedResources = true;
    const resources = own ?? place.resources;
    for (const ref of procedures.map.values()) {
      const glyph = document.stream(ref);
      if (!glyph) continue;
      await this.form(glyph, { ...place, resources, isMeasured: false }, { ctm: IDENTITY, font: undefined });
    }
  }

  private paint(
    ref: PdfObject | undefined,
    place: Place,
    state: State,
    nested: (() => Promise<void>)[],
  ): void {
    const stream = this.job.document.stream(ref);
    if (!stream) return;
    const subtype = nameOf(this.job.document.resolve(stream.dict.get('Subtype')));
    if (subtype === 'Form') nested.push(() => this.form(stream, place, state));
    else if (ref instanceof PdfRef && place.isMeasured)
      this.usage.placePicture(ref.num, state.ctm, place.page);
    else if (ref instanceof PdfRef) this.usage.unmeasuredPicture(ref.num, place.page);
  }

  private pattern(name: Operand | undefined, place: Place, nested: (() => Promise<void>)[]): void {
    if (!(name instanceof PdfName)) return;
    const stream = this.job.document.stream(this.resource(place, 'Pattern', name));
    if (!stream) return;
    if (countTiles(this.job.document, stream.dict, place.base) > MAX_TILES)
      this.usage.endlessPages.add(place.page);
    nested.push(() => this.form(stream, place, { ctm: place.base, font: undefined }));
  }

  private graphicsState(
    ref: PdfObject | undefined,
    place: Place,
    state: State,
    nested: (() => Promise<void>)[],
  ): void {
    const { document } = this.job;
    const dict = document.dict(ref);
    if (!dict) return;
    const font = document.array(dict.get('Font'));
    // A font that a graphics state names has a holder that no resource dictionary is: its use stays uncertain.
    if (font) state.font = this.fontOf(font[0]);
    const group = document.stream(document.dict(dict.get('SMask'))?.get('G'));
    if (group) {
      const { ctm } = state;
      nested.push(() => this.form(group, place, { ctm, font: undefined }));
    }
  }

  private load(stream: PdfStream): Promise<Uint8Array | undefined> {
    let bytes = this.contents.get(stream);
    if (!bytes) {
      bytes = this.decode(stream);
      // Contents of a page are read once, forms often.
      if (stream.dict.has('BBox') || this.contents.size < 64) this.contents.set(stream, bytes);
    }
    return bytes;
  }

  private async decode(stream: PdfStream): Promise<Uint8Array | undefined> {
    try {
      return (await this.job.decode(stream)).bytes;
    } catch (error) {
      if (!isEngineError(error) || error.code === 'limit-exceeded') throw error;
      this.usage.isIncomplete = true;
      return undefined;
    }
  }
}

const NEWLINE = Uint8Array.of(10);

function concat(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 2) return parts[0]!;
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
