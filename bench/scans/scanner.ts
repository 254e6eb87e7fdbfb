import sharp from 'sharp';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import type { Random } from '../random.ts';
import { PAGE_HEIGHT, PAGE_WIDTH } from './papers.ts';

/** What a scanner and its paper do to a page. */
export interface Look {
  readonly dpi: number;
  readonly isGrey: boolean;
  /** Colour of the paper and of the blackest ink. */
  readonly paper: readonly [red: number, green: number, blue: number];
  readonly black: number;
  /** Deviation of the grain, in levels. */
  readonly grain: number;
  /** How far an edge is smeared, px. */
  readonly blur: number;
  /** Degrees that the page is turned by. */
  readonly skew: number;
  /** Share of its light that the paper loses at the spine. */
  readonly spine: number;
  /** How strongly the other side shows through. */
  readonly bleed: number;
  /** Quality of the JPEG. */
  readonly quality: number;
}

const CLEAN: Look = {
  dpi: 300,
  isGrey: false,
  paper: [250, 249, 246],
  black: 18,
  grain: 2,
  blur: 0.6,
  skew: 0,
  spine: 0,
  bleed: 0,
  quality: 85,
};

export const LOOKS: Readonly<Record<string, Look>> = {
  clean: CLEAN,
  'noisy, skewed': { ...CLEAN, grain: 7, skew: 1.3, blur: 0.8, black: 40 },
  'spine, 200 dpi': { ...CLEAN, dpi: 200, spine: 0.4, grain: 4, skew: -0.6 },
  'yellow, bleeding': { ...CLEAN, paper: [233, 214, 168], grain: 4, bleed: 0.08, black: 52, blur: 0.9 },
  grey: { ...CLEAN, isGrey: true, grain: 4, skew: 0.4 },
  'grey, coarse': { ...CLEAN, isGrey: true, dpi: 200, grain: 5, quality: 70, paper: [226, 226, 226] },
};

const MM_PER_INCH = 25.4;

/** A page as a PDF that a scanner made of it. @param drawn elements of SVG, in millimetres */
export async function scanned(drawn: string, look: Look, random: Random): Promise<Uint8Array> {
  const px = (millimetres: number): number => Math.round((millimetres * look.dpi) / MM_PER_INCH);
  const [width, height] = [px(PAGE_WIDTH), px(PAGE_HEIGHT)];
  const turned = `<g transform="rotate(${look.skew} ${PAGE_WIDTH / 2} ${PAGE_HEIGHT / 2})">${drawn}</g>`;
  const white = `<rect width="${PAGE_WIDTH}" height="${PAGE_HEIGHT}" fill="#fff"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}">${white}${turned}</svg>`;
  const printed = await sharp(Buffer.from(svg)).removeAlpha().blur(look.blur).raw().toBuffer();
  const samples = exposed(printed, { width, height }, look, random);
  const picture = sharp(samples, { raw: { width, height, channels: 3 } });
  const grey = look.isGrey ? picture.toColourspace('b-w') : picture;
  const jpeg = await grey.jpeg({ quality: look.quality, chromaSubsampling: '4:2:0' }).toBuffer();
  return pdfOf(jpeg, { width, height }, look);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function exposed(printed: Uint8Array, { width, height }: Size, look: Look, random: Random): Uint8Array {
  const { paper, black, grain, spine, bleed } = look;
  const out = new Uint8Array(printed.length);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 1 - spine * Math.exp((-12 * x) / width);
      const noise = (random.next() + random.next() + random.next() - 1.5) * 2 * grain;
      const behind = (y * width + width - 1 - x) * 3;
      for (let channel = 0; channel < 3; channel++, at++) {
        const shown = 1 - bleed * (1 - printed[behind + channel]! / 255);
        const level = (black + ((paper[channel]! - black) * printed[at]!) / 255) * shown;
        out[at] = Math.max(0, Math.min(255, Math.round(level * light + noise)));
      }
    }
  return out;
}

function pdfOf(jpeg: Uint8Array, { width, height }: Size, { dpi, isGrey }: Look): Uint8Array {
  const builder = new PdfBuilder();
  const space = isGrey ? 'DeviceGray' : 'DeviceRGB';
  const dict = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/${space}/BitsPerComponent 8/Filter/DCTDecode`;
  const image = builder.stream(dict, jpeg);
  const [across, down] = [(width * 72) / dpi, (height * 72) / dpi];
  builder.page(
    `q ${across} 0 0 ${down} 0 0 cm /X Do Q`,
    `/XObject<</X ${image}>>`,
    `/CropBox[0 0 ${across} ${down}]`,
  );
  return builder.build();
}
