import sharp from 'sharp';
import { paintBackground } from './background.ts';
import { createCanvas } from './canvas.ts';
import { develop } from './develop.ts';
import { paintDew } from './dew.ts';
import { paintFeather } from './feather.ts';

/** The feather at a size in pixels (4 : 3), as a JPEG that is hardly compressed, as cameras save. */
export function photographFeather(width: number, height: number): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  paintBackground(canvas);
  paintFeather(canvas);
  paintDew(canvas);
  return sharp(develop(canvas), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
