import type { PdfStream } from '../model/objects.ts';
import type { ResourceScope } from './find-resource.ts';
import type { Matrix } from './matrix.ts';

/** A font as text operators need it. */
export interface ContentFont {
  readonly num: number;
  readonly isComposite: boolean;
  readonly isType3: boolean;
}

/** The part of the graphics state that is followed (ISO 32000-1, 8.4). */
export interface GraphicsState {
  readonly ctm: Matrix;
  readonly font: ContentFont | undefined;
  /** Parameters by which what is drawn lets through what lies below (ISO 32000-1, 11.6.4); none where absent. */
  readonly transparency?: ReadonlySet<string>;
}

/** Where a content stands: its resources, the page it is for, and what leads to it. */
export interface ContentPlace extends ResourceScope {
  /** What is being walked: a form, or the parts of a page. */
  readonly streams: readonly PdfStream[];
  readonly page: number;
  /** Forms around this one. */
  readonly depth: number;
  readonly isAppearance?: boolean;
  /** It is, or lies within, a tile of a pattern. */
  readonly isTiled?: boolean;
  /** Something here gives device colours a meaning of its own: see `device-colours.ts`. */
  readonly remapsDevice: boolean;
  /** Maps the space that patterns start from to points of the page. */
  readonly base: Matrix;
}

/** A content that another one draws: a form, a tiling pattern or a soft mask, or the glyphs of a Type 3 font. */
export type NestedContent =
  | { readonly kind: 'form' | 'tile'; readonly form: PdfStream; readonly state: GraphicsState }
  | { readonly kind: 'glyphs'; readonly fontNum: number };
