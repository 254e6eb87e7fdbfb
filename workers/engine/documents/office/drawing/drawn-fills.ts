import { readXml, type XmlAttributes } from '../../../containers/xml/read-xml.ts';
import { AnimationScales } from './animation-scales.ts';
import { Shape, type Size } from './shape.ts';

/** One drawing of a picture in a part. */
export interface DrawnFill {
  /** Relationship ids of the picture and of what stands for it (its SVG, its artistic source). */
  readonly ids: readonly string[];
  /** Size of the whole picture as drawn, in EMU, enlarged by animations; null when unknown. */
  readonly size: Size | null;
  readonly isTiled: boolean;
  readonly needsExactColours: boolean;
  /** What the crop cuts away of each side, as a share of the picture; null where it cannot be changed for this picture alone. */
  readonly crop: Insets | null;
}

/** A frame that shows another part: chart, diagram, table. */
export interface DrawnFrame {
  readonly ids: readonly string[];
  readonly size: Size;
}

export interface PageContent {
  readonly fills: readonly DrawnFill[];
  readonly frames: readonly DrawnFrame[];
}

/**
 * Finds every picture that a part draws and how large.
 * @param page  size of the slide or notes page: what a background and a shape without its own size take
 * @param bound set for parts drawn inside a frame (chart, diagram): nothing in them is larger than it
 * @throws EngineError "damaged" when the XML cannot be read
 * Source: ECMA-376 Part 1, 20.1.7.6 (xfrm), 20.1.8.14 (blipFill), 20.1.8.55 (srcRect), 20.1.8.56 (stretch), 19.3.1.22 (grpSp).
 */
export function findPageContent(xml: Uint8Array, page: Size, bound: Size | null): PageContent {
  const collector = new FillCollector(page, bound);
  readXml(xml, collector);
  return collector.result();
}

const SHAPES = new Set(['pic', 'sp', 'cxnSp', 'grpSp', 'graphicFrame']);
/** Effects that compare samples with a colour or a threshold: lossy noise would show (20.1.8.11, 20.1.8.16). */
const EXACT_COLOUR_EFFECTS = new Set(['biLevel', 'clrChange']);

interface OpenFill {
  readonly ids: string[];
  /** The innermost one that it lies in. */
  readonly shape: Shape | null;
  readonly place: 'shape' | 'page' | 'bullet' | 'unknown';
  source: Insets;
  target: Insets;
  isTiled: boolean;
  needsExactColours: boolean;
}

/** Insets of the four sides as shares of width and height; negative ones reach outside. */
export interface Insets {
  readonly l: number;
  readonly t: number;
  readonly r: number;
  readonly b: number;
}
const NO_INSETS: Insets = { l: 0, t: 0, r: 0, b: 0 };

class FillCollector {
  private readonly page: Size;
  private readonly bound: Size | null;
  private readonly path: string[] = [];
  private shape: Shape | null = null;
  private readonly done: OpenFill[] = [];
  private readonly frames: { shape: Shape; ids: string[] }[] = [];
  private readonly animations = new AnimationScales();
  private fill: OpenFill | null = null;

  constructor(page: Size, bound: Size | null) {
    this.page = page;
    this.bound = bound;
  }

  open(name: string, attributes: XmlAttributes): void {
    const parent = this.path.at(-1);
    const grandparent = this.path.at(-2);
    this.path.push(name);
    if (SHAPES.has(name)) this.openShape(name);
    this.shape?.note(name, attributes, parent, grandparent);
    this.animations.open(name, attributes);
    if (name === 'blipFill') this.openFill(parent);
    else if (this.fill) noteFill(this.fill, name, attributes);
    else if (name === 'blip') {
      const place = parent === 'buBlip' ? 'bullet' : 'unknown';
      this.done.push(bareFill(referencesOf(attributes), place));
    }
    if (this.isFrameReference(name)) this.frames.at(-1)!.ids.push(...referencesOf(attributes));
  }

  close(name: string): void {
    this.path.pop();
    this.animations.close(name);
    if (name === 'blipFill' && this.fill) {
      this.done.push(this.fill);
      this.fill = null;
    }
    if (SHAPES.has(name)) this.shape = this.shape?.parent ?? null;
  }

  result(): PageContent {
    return {
      fills: this.done.map((fill) => this.describe(fill)),
      frames: this.frames.map(({ shape, ids }) => ({ ids, size: this.sizeOf(shape) })),
    };
  }

  private openShape(name: string): void {
    this.shape = new Shape(name, this.shape);
    if (name === 'graphicFrame') this.frames.push({ shape: this.shape, ids: [] });
  }

  private openFill(parent: string | undefined): void {
    this.fill = {
      ids: [],
      shape: this.shape,
      place: this.placeOf(parent),
      source: NO_INSETS,
      target: NO_INSETS,
      isTiled: false,
      needsExactColours: false,
    };
  }

  private placeOf(parent: string | undefined): OpenFill['place'] {
    if (parent === 'pic' || parent === 'spPr' || parent === 'grpSpPr')
      return this.shape ? 'shape' : 'unknown';
    // A theme's fills serve backgrounds and shapes, none of them larger than the slide.
    if (parent === 'bgPr' || parent === 'bgFillStyleLst' || parent === 'fillStyleLst') return 'page';
    // Inside a frame (a table cell, a section zoom) nothing is larger than the frame.
    return this.shape?.kind === 'graphicFrame' ? 'shape' : 'unknown';
  }

  /** Elements of a frame that name what it shows: c:chart r:id, dgm:relIds r:dm, and others. */
  private isFrameReference(name: string): boolean {
    return this.shape?.kind === 'graphicFrame' && this.fill === null && name !== 'blip';
  }

  private describe(fill: OpenFill): DrawnFill {
    const drawn = this.drawnSize(fill);
    return {
      ids: fill.ids,
      size: drawn,
      isTiled: fill.isTiled,
      needsExactColours: fill.needsExactColours,
      crop: drawn && !this.bound && !fill.isTiled && fill.ids.length === 1 ? fill.source : null,
    };
  }

  private drawnSize(fill: OpenFill): Size | null {
    if (fill.place === 'bullet') return BULLET;
    if (fill.place === 'unknown' && !this.bound) return null;
    const frame = this.bound ?? (fill.place === 'page' || !fill.shape ? this.page : this.sizeOf(fill.shape));
    const { source, target } = fill;
    const shownX = 1 - source.l - source.r;
    const shownY = 1 - source.t - source.b;
    if (shownX < 0.001 || shownY < 0.001) return null;
    return {
      cx: (frame.cx * Math.max(0, 1 - target.l - target.r)) / shownX,
      cy: (frame.cy * Math.max(0, 1 - target.t - target.b)) / shownY,
    };
  }

  /** Size of a shape on the page: its own, times the scales of its groups and of animations. */
  private sizeOf(shape: Shape): Size {
    const path = pathTo(shape);
    let { cx, cy } = shape.ext ?? this.page;
    for (const group of shape.ext ? path.slice(0, -1) : []) {
      const scale = group.childScale();
      // A turned child of an unevenly scaled group is scaled along the other axis.
      const even = Math.max(scale.x, scale.y);
      cx *= shape.isRotated ? even : scale.x;
      cy *= shape.isRotated ? even : scale.y;
    }
    const animated = this.animations.of(path.map(({ id }) => id));
    return { cx: cx * animated, cy: cy * animated };
  }
}

/** The groups that a shape lies in, the outermost first, and the shape. */
function pathTo(shape: Shape): Shape[] {
  const path = [shape];
  for (let group = shape.parent; group; group = group.parent) path.push(group);
  return path.reverse();
}

/** A bullet is as high as its letters: two inches are 144 points, larger than any list is set. */
const BULLET: Size = { cx: 1_828_800, cy: 1_828_800 };

function bareFill(ids: string[], place: OpenFill['place']): OpenFill {
  const nothing = { source: NO_INSETS, target: NO_INSETS, isTiled: false, needsExactColours: false };
  return { ids, shape: null, place, ...nothing };
}

function noteFill(fill: OpenFill, name: string, attributes: XmlAttributes): void {
  if (name === 'srcRect') fill.source = parseRect(attributes);
  else if (name === 'fillRect') fill.target = parseRect(attributes);
  else if (name === 'tile') fill.isTiled = true;
  else if (EXACT_COLOUR_EFFECTS.has(name)) fill.needsExactColours = true;
  fill.ids.push(...referencesOf(attributes));
}

/** Values of attributes that are relationship references: all that carry a prefix, r:embed, r:link, r:id, r:dm. */
function referencesOf(attributes: XmlAttributes): string[] {
  return Object.keys(attributes)
    .filter((name) => name.includes(':') && !name.startsWith('xmlns'))
    .map((name) => attributes[name]!);
}

function parseRect({ l, t, r, b }: XmlAttributes): Insets {
  return { l: parseShare(l), t: parseShare(t), r: parseShare(r), b: parseShare(b) };
}

/** ST_Percentage: thousandths of a percent, or in strict OOXML a number with a percent sign (22.9.2.9). */
function parseShare(text: string | undefined): number {
  if (text === undefined) return 0;
  const share = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / 100_000;
  return Number.isFinite(share) ? share : 0;
}
