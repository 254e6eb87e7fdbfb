import { PdfDict, PdfRef, type PdfStream } from '../model/objects.ts';
import { pagesOf, type Page } from '../model/pages.ts';
import type { PdfJob } from '../flow/pdf-job.ts';
import { appearanceMatrix } from './appearance-matrix.ts';
import { ContentBytes } from './content-bytes.ts';
import { readContent } from './content-lexer.ts';
import type { ContentPlace, GraphicsState, NestedContent } from './content-place.ts';
import { hasDefaultSpace, hasOtherBlendingSpace, hasOutputIntent } from './device-colours.ts';
import { IDENTITY, matrixOf, multiply, type Matrix } from './matrix.ts';
import { OperatorRun } from './operators.ts';
import { Usage } from './usage.ts';
import { WalkBudget } from './walk-budget.ts';
import { MAX_FORM_DEPTH } from '../tuning.ts';

/**
 * Walks the contents of all pages with their forms, patterns, soft masks, annotation appearances and Type 3 glyphs.
 * @returns which pictures are drawn how large, and which fonts show which codes
 * @throws EngineError "limit-exceeded"
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
  private readonly contents: ContentBytes;
  /** Forms that are being walked: one that draws itself is not walked again. */
  private readonly path = new Set<PdfStream>();
  private readonly budget: WalkBudget;

  constructor(job: PdfJob) {
    this.job = job;
    this.budget = new WalkBudget(job.budget.fileBytes);
    this.contents = new ContentBytes(job, () => (this.usage.isIncomplete = true));
  }

  async page({ dict, resources }: Page, index: number): Promise<void> {
    if (this.budget.isSpent) return this.usage.giveUp(index);
    const { document } = this.job;
    const unit = document.number(dict.get('UserUnit')) ?? 1;
    const base: Matrix = [unit, 0, 0, unit, 0, 0];
    const { bytes, streams } = await this.contents.ofPage(dict);
    const remapsDevice =
      hasDefaultSpace(document, resources) ||
      hasOtherBlendingSpace(document, dict) ||
      [document.catalog, dict].some((holder) => hasOutputIntent(document, holder));
    const place: ContentPlace = {
      streams,
      resources,
      page: index,
      depth: 0,
      isMeasured: true,
      remapsDevice,
      base,
    };
    await this.walk(bytes, place, { ctm: base, font: undefined });
    for (const item of document.array(dict.get('Annots')) ?? []) {
      const annotation = document.dict(item);
      if (annotation) await this.annotation(annotation, { ...place, isAppearance: true });
    }
  }

  private async annotation(annotation: PdfDict, place: ContentPlace): Promise<void> {
    const { document } = this.job;
    const rect = document.numbers(annotation.get('Rect'));
    const appearances = document.dict(annotation.get('AP'));
    for (const entry of appearances?.map.values() ?? []) {
      const value = document.resolve(entry);
      // An appearance by state, such as "On" and "Off", is a dictionary of forms.
      for (const ref of value instanceof PdfDict ? value.map.values() : [entry]) {
        const form = document.stream(ref);
        if (!form) continue;
        const ctm = appearanceMatrix(document, form, rect, place.base);
        await this.form(form, place, { ctm, font: undefined });
      }
    }
  }

  /** Walks a form XObject, a tiling pattern or a glyph; its Matrix is applied here. */
  private async form(form: PdfStream, place: ContentPlace, state: GraphicsState): Promise<void> {
    if (this.path.has(form)) return;
    this.usage.walkedForms.add(form);
    if (place.depth >= MAX_FORM_DEPTH || !this.budget.takeForm()) return this.usage.giveUp(place.page);
    const bytes = await this.contents.of(form);
    if (!bytes) return;
    const { document } = this.job;
    const matrix = matrixOf(document.numbers(form.dict.get('Matrix'))) ?? IDENTITY;
    const ctm = multiply(matrix, state.ctm);
    const own = document.dict(form.dict.get('Resources'));
    const scope = own ? { ...place, resources: own, outer: place } : place;
    // Readers differ in whether the resources around a form hold within it.
    const remapsDevice =
      place.remapsDevice || hasDefaultSpace(document, own) || hasOtherBlendingSpace(document, form.dict);
    this.path.add(form);
    await this.walk(
      bytes,
      { ...scope, streams: [form], depth: place.depth + 1, remapsDevice, base: ctm },
      { ...state, ctm },
    );
    this.path.delete(form);
  }

  private async walk(bytes: Uint8Array, place: ContentPlace, initial: GraphicsState): Promise<void> {
    this.noteResources(place);
    if (!this.budget.takeBytes(bytes.length)) return this.usage.giveUp(place.page);
    const run = new OperatorRun(this.job.document, this.usage, place, initial);
    readContent(bytes, (operator, operands) => {
      const isAllowed = this.budget.takeOperator();
      if (isAllowed) run.run(operator, operands);
      else this.usage.giveUp(place.page);
      return isAllowed;
    });
    const pathScale = place.isMeasured ? run.pathScale : Infinity;
    for (const stream of place.streams) this.usage.drawContent(stream, pathScale, place.page);
    for (const content of run.nested) {
      if (this.budget.isSpent) return this.usage.giveUp(place.page);
      await this.walkNested(content, place);
    }
  }

  private walkNested(content: NestedContent, place: ContentPlace): Promise<void> {
    if (content.kind === 'glyphs') return this.glyphs(content.fontNum, place);
    const isTiled = place.isTiled || content.kind === 'tile';
    return this.form(content.form, { ...place, isTiled }, content.state);
  }

  private noteResources({ resources, page, isAppearance }: ContentPlace): void {
    for (const kind of ['Font', 'XObject']) {
      const dict = this.job.document.dict(resources?.get(kind));
      if (dict) this.usage.seeResources(dict, page);
      if (dict && isAppearance) this.usage.appearanceResources.add(dict);
    }
  }

  /** Glyphs of a Type 3 font are contents of their own. */
  private async glyphs(num: number, place: ContentPlace): Promise<void> {
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
}
