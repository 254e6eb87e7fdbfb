import type { Size } from './view-state.ts';

/** A picture that can be put on the page: an address, or a canvas on which it is drawn. */
export type Shown = { readonly url: string } | { readonly canvas: HTMLCanvasElement };

/** One part of a file before and after. */
export interface Pair {
  readonly before: Shown;
  readonly after: Shown;
  /** Pixels of the original; the result is shown at the same size. */
  readonly size: Size;
}

/** What can be compared of one file. */
export interface Comparison {
  /** Pages of a PDF, pictures of a deck, 1 for a picture; 0 where nothing that can be seen was changed. */
  readonly count: number;
  /** Such as "Page 2 of 14". */
  labelOf(index: number): string;
  /** @throws when it cannot be read or drawn */
  open(index: number): Promise<Pair>;
  /** Gives back memory, addresses and worker. */
  close(): void;
}

/** Two pictures by their addresses, decoded before they are shown. */
export async function pairOf(beforeUrl: string, afterUrl: string): Promise<Pair> {
  const [size] = await Promise.all([sizeOf(beforeUrl), sizeOf(afterUrl)]);
  return { before: { url: beforeUrl }, after: { url: afterUrl }, size };
}

async function sizeOf(url: string): Promise<Size> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
