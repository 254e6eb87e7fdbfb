import type { Raster } from '../../../../base/raster.ts';
import { LINE_ART_COLOURS, LINE_ART_SHARE } from '../../tuning.ts';

/** Whether nearly all of a drawing is paper and solid inks: text, frames, diagrams. A photograph in few levels repeats them too. */
export function isLineArt({ width, height, channels, data }: Raster): boolean {
  const counts = new Map<number, number>();
  let pixels = 0;
  // A row in four says as much as all of them.
  for (let y = 0; y < height; y += 4) {
    const end = (y + 1) * width * channels;
    for (let at = y * width * channels; at < end; at += channels) {
      let colour = 0;
      for (let c = 0; c < channels; c++) colour = colour * 256 + data[at + c]!;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    pixels += width;
  }
  const most = [...counts.values()].sort((a, b) => b - a).slice(0, LINE_ART_COLOURS);
  return most.reduce((sum, count) => sum + count, 0) >= pixels * LINE_ART_SHARE;
}
