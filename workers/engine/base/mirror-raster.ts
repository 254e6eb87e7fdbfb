import { hasAlpha, type Raster } from './raster.ts';

/** How a picture is mirrored: its columns, its rows, or both. */
export interface Mirroring {
  readonly columns: boolean;
  readonly rows: boolean;
}

/** A copy of samples, mirrored. */
export function mirrored(
  { width, height, channels, data }: Omit<Raster, 'space'>,
  { columns, rows }: Mirroring,
): Uint8Array {
  const rowBytes = width * channels;
  const copy = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const from = (rows ? height - 1 - y : y) * rowBytes;
    const row = data.subarray(from, from + rowBytes);
    if (columns) mirrorRow(row, channels, copy.subarray(y * rowBytes, (y + 1) * rowBytes));
    else copy.set(row, y * rowBytes);
  }
  return copy;
}

function mirrorRow(row: Uint8Array, channels: number, to: Uint8Array): void {
  if (channels === 1) {
    to.set(row);
    to.reverse();
    return;
  }
  for (let at = 0, from = row.length - channels; from >= 0; from -= channels, at += channels) {
    to[at] = row[from]!;
    to[at + 1] = row[from + 1]!;
    if (channels > 2) to[at + 2] = row[from + 2]!;
    if (channels > 3) to[at + 3] = row[from + 3]!;
  }
}

/**
 * The mirroring after which a picture's light lies to the left and at the top: a picture and its mirror images come out the same.
 * What is transparent has no light.
 */
export function uprightMirroring(raster: Raster): Mirroring {
  const { width, height, channels, data } = raster;
  const colours = hasAlpha(raster) ? channels - 1 : channels;
  let [toTheRight, toTheBottom] = [0, 0];
  for (let y = 0, at = 0; y < height; y++) {
    let light = 0;
    for (let x = 0; x < width; x++, at += channels) {
      let sum = data[at]!;
      if (colours > 2) sum += data[at + 1]! + data[at + 2]!;
      if (colours > 3) sum += data[at + 3]!;
      if (colours < channels) sum *= data[at + colours]!;
      light += sum;
      toTheRight += sum * (2 * x - width + 1);
    }
    toTheBottom += light * (2 * y - height + 1);
  }
  return { columns: toTheRight > 0, rows: toTheBottom > 0 };
}
