import { readXml } from '../../../containers/xml/read-xml.ts';
import type { Size } from '../drawing/shape.ts';

export interface PageSizes {
  readonly slide: Size;
  readonly notes: Size;
}

/** 13.33 x 7.5 inches and its notes page: what PowerPoint takes where a file says nothing. */
const DEFAULT_SLIDE: Size = { cx: 12_192_000, cy: 6_858_000 };
const DEFAULT_NOTES: Size = { cx: 6_858_000, cy: 9_144_000 };

/** Sizes of slides and notes pages as the presentation part says (ECMA-376 Part 1, 19.2.1.39 and 19.2.1.23). */
export function readPageSizes(presentation: Uint8Array): PageSizes {
  let slide = DEFAULT_SLIDE;
  let notes = DEFAULT_NOTES;
  readXml(presentation, {
    open(name, { cx, cy }) {
      const size = { cx: Number(cx), cy: Number(cy) };
      if (!(size.cx > 0 && size.cy > 0)) return;
      if (name === 'sldSz') slide = size;
      if (name === 'notesSz') notes = size;
    },
  });
  return { slide, notes };
}
