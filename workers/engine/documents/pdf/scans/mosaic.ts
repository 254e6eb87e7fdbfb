import type { Raster } from '../../../base/raster.ts';

/** A picture in a mosaic, px. */
interface Slot {
  readonly picture: Raster;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Pictures beside each other on shelves of a mosaic that is about square. Room beside and below a picture goes on as its edge does.
 * @param pictures of the same channels, at least one
 */
export function mosaicOf(pictures: readonly Raster[]): Raster {
  const pixels = pictures.reduce((sum, { width, height }) => sum + width * height, 0);
  const width = Math.max(Math.ceil(Math.sqrt(pixels)), ...pictures.map((picture) => picture.width));
  const slots: Slot[] = [];
  let [top, height] = [0, 0];
  for (const shelf of shelvesOf(pictures, width)) {
    top += height;
    height = shelf[0]!.height;
    let left = 0;
    for (const picture of shelf) {
      const isLast = picture === shelf.at(-1);
      const slotWidth = isLast ? width - left : picture.width;
      slots.push({ picture, left, top, width: slotWidth, height });
      left += slotWidth;
    }
  }
  const { channels } = pictures[0]!;
  const mosaic = { ...pictures[0]!, width, height: top + height };
  const data = new Uint8Array(mosaic.width * mosaic.height * channels);
  for (const slot of slots) fill({ ...mosaic, data }, slot);
  return { ...mosaic, data };
}

/** Rows of pictures that are no wider together than the mosaic, the tallest first. */
function shelvesOf(pictures: readonly Raster[], width: number): Raster[][] {
  const shelves: Raster[][] = [];
  let free = 0;
  for (const picture of pictures.toSorted((a, b) => b.height - a.height)) {
    if (picture.width > free) {
      shelves.push([]);
      free = width;
    }
    shelves.at(-1)!.push(picture);
    free -= picture.width;
  }
  return shelves;
}

function fill(mosaic: Raster, { picture, left, top, width, height }: Slot): void {
  const { channels } = mosaic;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from =
        (Math.min(y, picture.height - 1) * picture.width + Math.min(x, picture.width - 1)) * channels;
      const to = ((top + y) * mosaic.width + left + x) * channels;
      for (let channel = 0; channel < channels; channel++)
        mosaic.data[to + channel] = picture.data[from + channel]!;
    }
}
