import type { OpcPackage, Part } from '../package/opc-package.ts';
import { partKey } from '../package/part-names.ts';
import { shortType } from '../package/relationships.ts';
import type { XmlBudget } from '../package/xml-budget.ts';
import { findPageContent, type PageContent, type Insets } from '../drawing/drawn-fills.ts';
import { readPageSizes, type PageSizes } from './page-sizes.ts';
import { joinUses, UNKNOWN_USE, WHOLE, type PictureUse, type Sides } from '../drawing/picture-use.ts';
import type { Size } from '../drawing/shape.ts';

/**
 * How every picture of a presentation is shown, by part key: over slides, layouts, masters, notes, themes, charts and
 * diagrams. A picture that anything else points to counts as shown at an unknown size.
 * @throws EngineError "damaged" when a page's XML cannot be read
 */
export async function findPictureUses(
  opc: OpcPackage,
  presentation: Part,
  { signal, xmlBudget }: { readonly signal: AbortSignal; readonly xmlBudget: XmlBudget },
): Promise<Map<string, PictureUse>> {
  const walk = new UseWalk(opc, readPageSizes(await opc.read(presentation)), xmlBudget);
  const framed: Part[] = [];
  for (const part of opc.parts) {
    signal.throwIfAborted();
    const kind = PAGE_KINDS.find(({ type }) => type.test(part.contentType));
    if (kind) await walk.visit(part, kind.page(walk.pages), null);
    else framed.push(part);
  }
  // Charts first: the drawings inside them take the chart's bound.
  framed.sort((a, b) => rank(a) - rank(b));
  for (const part of framed) {
    signal.throwIfAborted();
    await walk.visitFramed(part);
  }
  return walk.uses;
}

const PAGE_KINDS = [
  { type: /presentationml\.slide(layout|master)?\+xml$/, page: (pages: PageSizes) => pages.slide },
  {
    type: /presentationml\.(notesslide|notesmaster|handoutmaster)\+xml$/,
    page: (pages: PageSizes) => pages.notes,
  },
  { type: /officedocument\.theme(override)?\+xml$/, page: (pages: PageSizes) => pages.slide },
];

/** Parts that frames on a page show. */
const FRAMED_KINDS =
  /drawingml\.(chart|diagramdata|diagramlayout|chartshapes)\+xml$|drawingml\.diagramdrawing|ms-office\.drawingml\.diagramdrawing|ms-office\.chartex\+xml$/;

function rank(part: Part): number {
  return /chartshapes/.test(part.contentType) ? 1 : 0;
}

/** Pictures of a part of which nothing is known keep their pixels. */
const NOTHING: PageContent = { fills: [], frames: [] };

class UseWalk {
  readonly uses = new Map<string, PictureUse>();
  readonly pages: PageSizes;
  private readonly opc: OpcPackage;
  private readonly xmlBudget: XmlBudget;
  /** Largest frame that shows a part, by part key. */
  private readonly bounds = new Map<string, Size>();

  constructor(opc: OpcPackage, pages: PageSizes, xmlBudget: XmlBudget) {
    this.opc = opc;
    this.pages = pages;
    this.xmlBudget = xmlBudget;
  }

  async visit(part: Part, page: Size, bound: Size | null): Promise<void> {
    const relationships = this.opc.relationshipsOf(part);
    if (!relationships.some((relationship) => relationship.partName !== null)) return;
    const isRead = this.xmlBudget.take(part.content?.length ?? part.entry!.size);
    const drawn = isRead ? findPageContent(await this.opc.read(part), page, bound) : NOTHING;
    this.noteFrames(part, drawn, bound);
    this.noteFills(part, drawn);
  }

  /** Visits a part whose bound is known by now; pictures of all other parts keep their pixels. */
  async visitFramed(part: Part): Promise<void> {
    const bound = this.bounds.get(partKey(part.name));
    if (bound && FRAMED_KINDS.test(part.contentType)) return this.visit(part, bound, bound);
    this.noteFills(part, NOTHING);
  }

  private noteFills(part: Part, { fills }: PageContent): void {
    const drawingsOf = byId(fills);
    for (const relationship of this.opc.relationshipsOf(part)) {
      const target = this.opc.target(relationship);
      if (!target || !isPictureRelationship(shortType(relationship))) continue;
      const drawings = drawingsOf.get(relationship.id) ?? [];
      // Nothing draws it in a way we know.
      if (drawings.length === 0) this.join(target, UNKNOWN_USE);
      for (const { size, isTiled, needsExactColours, crop } of drawings) {
        const lengths = { widthEmu: size?.cx ?? Infinity, heightEmu: size?.cy ?? Infinity };
        this.join(target, {
          ...lengths,
          isTiled,
          needsExactColours,
          visible: crop ? visibleSides(crop) : WHOLE,
        });
      }
    }
  }

  /** A frame bounds the parts it names; diagrams name their drawing in their data, so the page's largest frame bounds those. */
  private noteFrames(part: Part, { frames }: PageContent, bound: Size | null): void {
    const framesOf = byId(frames);
    const largest = largestOf(frames);
    for (const relationship of this.opc.relationshipsOf(part)) {
      const target = this.opc.target(relationship);
      if (!target || !FRAMED_KINDS.test(target.contentType)) continue;
      const named = framesOf.get(relationship.id);
      const size = bound ?? (named ? largestOf(named) : largest);
      if (size) this.raiseBound(target, size);
    }
  }

  private raiseBound(part: Part, size: Size): void {
    const key = partKey(part.name);
    this.bounds.set(key, joinSizes(this.bounds.get(key) ?? null, size));
  }

  private join(picture: Part, use: PictureUse): void {
    const key = partKey(picture.name);
    const before = this.uses.get(key);
    this.uses.set(key, before ? joinUses(before, use) : use);
  }
}

/** What names each relationship, in order. */
function byId<T extends { readonly ids: readonly string[] }>(drawn: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of drawn)
    for (const id of new Set(one.ids)) {
      const known = found.get(id);
      if (known) known.push(one);
      else found.set(id, [one]);
    }
  return found;
}

/** The largest width and the largest height; null for no frames. */
function largestOf(frames: PageContent['frames']): Size | null {
  let largest: Size | null = null;
  for (const { size } of frames) largest = joinSizes(largest, size);
  return largest;
}

function joinSizes(a: Size | null, b: Size): Size {
  return a ? { cx: Math.max(a.cx, b.cx), cy: Math.max(a.cy, b.cy) } : b;
}

function isPictureRelationship(type: string): boolean {
  return type === 'image' || type === 'hdphoto';
}

/** Negative insets show more than the picture: its own side ends it. */
function visibleSides({ l, t, r, b }: Insets): Sides {
  return {
    left: Math.max(0, l),
    top: Math.max(0, t),
    right: Math.min(1, 1 - r),
    bottom: Math.min(1, 1 - b),
  };
}
