import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { latin1Bytes } from '#engine/base/bytes.ts';
import type { Raster } from '#engine/base/raster.ts';
import type { JpegOptions } from '#engine/codecs/ports/image-codec.ts';
import { readJpegHeader } from '#engine/documents/pdf/images/read/jpeg-header.ts';
import { rowsOf } from '#engine/documents/pdf/scans/judge-page.ts';
import { compress, type JobOptions } from '#engine/index.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import {
  lookAtPage,
  popplerSamples,
  popplerText,
  qpdfComplaints,
  unpackedByQpdf,
} from '#tests/fixtures/pdf/readers.ts';
import {
  SCANNED_DPI,
  SCANNED_LINES,
  SCANNED_POINTS,
  scannedPage,
  type ScannedLine,
} from '#tests/fixtures/pdf/scanned-page.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs } from '#tests/support/engine-run.ts';
import { textLine, type Coverage } from '../../../../../../bench/legibility/coverage.ts';

const { image } = codecs;

const FINE: JpegOptions = { quality: 88, chroma: '4:4:4' };

/** So coarse that layers of a page of one line save 3 %. */
const COARSE: JpegOptions = { quality: 40, chroma: '4:2:0' };

/** A page that a scan fills in strips under each other, with words that OCR has found in it. */
async function scanPdf(scan: Raster, strips = 1, coded = FINE): Promise<Uint8Array> {
  const builder = new PdfBuilder();
  const space = scan.space === 'grey' ? 'DeviceGray' : 'DeviceRGB';
  const { width } = SCANNED_POINTS;
  const height = SCANNED_POINTS.height / strips;
  const rows = scan.height / strips;
  let [places, names] = ['', ''];
  for (let strip = 0; strip < strips; strip++) {
    const part = rowsOf(scan, strip * rows, (strip + 1) * rows);
    const jpeg = await image.encodeJpeg({ ...part, data: part.data.slice() }, coded);
    const dict = `/Type/XObject/Subtype/Image/Width ${scan.width}/Height ${rows}/ColorSpace/${space}`;
    names += `/X${strip} ${builder.stream(`${dict}/BitsPerComponent 8/Filter/DCTDecode`, jpeg)} `;
    places += `q ${width} 0 0 ${height} 0 ${(strips - 1 - strip) * height} cm /X${strip} Do Q `;
  }
  const font = builder.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const words = 'BT 3 Tr /F 12 Tf 20 20 Td (hidden words) Tj ET';
  builder.page(`${places} ${words}`, `/XObject<<${names}>>/Font<</F ${font}>>`);
  return builder.build();
}

const layered = (source: Uint8Array, options: Partial<JobOptions> = {}) =>
  compress(source, { codecs, preset: 'balanced', scans: 'layers', ...options });

const codesOf = (entries: readonly { readonly code: string }[]): string[] => entries.map(({ code }) => code);

/** Where two small photographs stand on a page, px. */
const PATCHES = [
  { left: 1060, top: 60 },
  { left: 820, top: 620 },
] as const;
const PATCH_SIDE = 60;

/** A page with two photographs as large as a stamp for a letter. */
function withPatches(page: Raster): Raster {
  const data = page.data.slice();
  const photo = photoLike(PATCH_SIDE, PATCH_SIDE);
  for (const { left, top } of PATCHES)
    for (let y = 0; y < PATCH_SIDE; y++)
      for (let x = 0; x < PATCH_SIDE; x++)
        for (let channel = 0; channel < 3; channel++)
          data[((top + y) * page.width + left + x) * 3 + channel] =
            photo.data[(y * PATCH_SIDE + x) * photo.channels + channel]!;
  return { ...page, data };
}

const grey = ({ width, height, data }: Raster): Raster => ({
  width,
  height,
  channels: 1,
  space: 'grey',
  data: data.filter((_, at) => at % 3 === 1),
});

describe('a scanned page in layers', () => {
  it('takes less than half and shows each stroke in its place and colour', async () => {
    const source = await scanPdf(scannedPage());
    const [kept, result] = [await compress(source, { codecs, preset: 'balanced' }), await layered(source)];
    expect(codesOf(result.report.changes)).toContain('scans-layered');
    expect(result.bytes.length).toBeLessThan(0.5 * kept.bytes.length);
    expect(await qpdfComplaints(result.bytes)).toBe('');
    expect(await popplerText(result.bytes)).toContain('hidden words');
    const [before, after] = [
      await lookAtPage(source, 0, LOOKED_AT_DPI),
      await lookAtPage(result.bytes, 0, LOOKED_AT_DPI),
    ];
    expect(Math.max(...inkAt(before.raster, SCANNED_LINES[0]!))).toBeGreaterThan(20);
    for (const line of SCANNED_LINES) {
      const [was, is] = [inkAt(before.raster, line), inkAt(after.raster, line)];
      for (const channel of [0, 1, 2])
        expect(Math.abs(is[channel]! - was[channel]!), `${line.text} ${was} ${is}`).toBeLessThan(
          0.12 * Math.max(...was),
        );
    }
  });

  it('shows strokes of many colours in their own, and none in the nearest of another', async () => {
    const source = await scanPdf(scannedPage(COLOURED_LINES));
    const { bytes, report } = await layered(source);
    expect(codesOf(report.changes)).toContain('scans-layered');
    const [before, after] = [
      await lookAtPage(source, 0, LOOKED_AT_DPI),
      await lookAtPage(bytes, 0, LOOKED_AT_DPI),
    ];
    for (const line of COLOURED_LINES) {
      const [was, is] = [inkAt(before.raster, line), inkAt(after.raster, line)];
      const most = 0.12 * Math.max(...was);
      for (const channel of [0, 1, 2])
        expect(Math.abs(is[channel]! - was[channel]!), `${line.ink} ${was} ${is}`).toBeLessThan(most);
    }
  });

  it('keeps small pictures finer than photographs', async () => {
    const { bytes } = await layered(await scanPdf(withPatches(scannedPage())));
    const unpacked = unpackedByQpdf(bytes);
    const [, share] = /([\d.]+) 0 0 [\d.]+ [\d.]+ [\d.-]+ cm \/P1/.exec(unpacked)!;
    const widths = [...unpacked.matchAll(/\/DCTDecode[^>]*\/Width (\d+)/g)].map(([, width]) => Number(width));
    expect(widths).toHaveLength(PAPER_AND_PICTURES);
    expect(widths[1]).toBe(Math.round(Number(share) * 1200 * FINER_SHARE));
  });

  it('is drawn alike by another reader', async () => {
    const source = await scanPdf(scannedPage());
    const { bytes } = await layered(source);
    const [before, after] = [popplerSamples(source), popplerSamples(bytes)];
    const difference = before.reduce((sum, sample, at) => sum + Math.abs(sample - after[at]!), 0);
    expect(difference / before.length).toBeLessThan(3);
  });

  it('keeps the edges of its pictures within pixels, which a reader would widen them by', async () => {
    const { bytes } = await layered(await scanPdf(withPatches(scannedPage())));
    const places = unpackedByQpdf(bytes).matchAll(/([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.-]+) cm \/P\d/g);
    const edges = [...places].slice(1).flatMap(([, width, height, left, bottom]) => [
      [Number(left) * 1200, (Number(left) + Number(width)) * 1200],
      [Number(bottom) * 720, (Number(bottom) + Number(height)) * 720],
    ]);
    expect(edges).toHaveLength(2);
    for (const [from, to] of edges) {
      expect(Math.ceil(from!) - from!).toBeGreaterThan(0.5);
      expect(to! - Math.floor(to!)).toBeGreaterThan(0.5);
    }
  });

  it('comes out with the same bytes each time, and of grey as well', async () => {
    const source = await scanPdf(grey(scannedPage()));
    const [first, second] = [await layered(source), await layered(source)];
    expect(codesOf(first.report.changes)).toContain('scans-layered');
    expect(second.bytes).toEqual(first.bytes);
    expect(unpackedByQpdf(first.bytes)).toContain('/JBIG2Decode');
  });

  it('shows nearly alike signs as they were, sign by sign', async () => {
    const source = await scanPdf(scannedPage(ALIKE_LINES));
    const { bytes, report } = await layered(source);
    expect(codesOf(report.changes)).toContain('scans-layered');
    for (const pdf of [source, bytes]) {
      const { raster } = await lookAtPage(pdf, 0, LOOKED_AT_DPI);
      expect(ALIKE_LINES.map((line) => readSigns(raster, line))).toEqual(ALIKE_LINES.map(({ text }) => text));
    }
  });

  it('keeps faint strokes in an ink of theirs', async () => {
    const source = await scanPdf(scannedPage([...SCANNED_LINES, ...FAINT_LINES]));
    const { bytes, report } = await layered(source);
    expect(codesOf(report.changes)).toContain('scans-layered');
    const [before, after] = [
      await lookAtPage(source, 0, LOOKED_AT_DPI),
      await lookAtPage(bytes, 0, LOOKED_AT_DPI),
    ];
    for (const line of FAINT_LINES) {
      const [was, is] = [inkAt(before.raster, line)[0]!, inkAt(after.raster, line)[0]!];
      expect(was).toBeGreaterThan(5);
      expect(Math.abs(is - was), `${was} ${is}`).toBeLessThan(0.25 * was);
    }
  });

  it('keeps places far apart in one picture with full chroma', async () => {
    const { bytes } = await layered(await scanPdf(withPatches(scannedPage())));
    const streams = [...unpackedByQpdf(bytes).matchAll(/stream\n(\u00ff\u00d8|x\u00da)([^]*?)\nendstream/g)];
    const headers = streams.map(([, start, rest]) => {
      const data = latin1Bytes(`${start}${rest}`);
      return readJpegHeader(start === 'x\u00da' ? inflateSync(data) : data);
    });
    expect(headers.map(({ hasFullChroma }) => hasFullChroma)).toEqual([false, true]);
  });

  it('shows a stamp and the letters under it in their colours', async () => {
    const source = await scanPdf(scannedPage([...SCANNED_LINES, STAMP]));
    const { bytes, report } = await layered(source);
    expect(codesOf(report.changes)).toContain('scans-layered');
    const [before, after] = [
      await lookAtPage(source, 0, LOOKED_AT_DPI),
      await lookAtPage(bytes, 0, LOOKED_AT_DPI),
    ];
    const [was, is] = [inkAt(before.raster, STAMP), inkAt(after.raster, STAMP)];
    for (const channel of [0, 1, 2])
      expect(Math.abs(is[channel]! - was[channel]!), `${was} ${is}`).toBeLessThan(0.12 * Math.max(...was));
  });

  it('is put together of strips as well, which share their letters', async () => {
    const source = await scanPdf(scannedPage(), 3);
    const { bytes, report } = await layered(source);
    expect(report.changes.find(({ code }) => code === 'scans-layered')).toMatchObject({ count: 3 });
    const [before, after] = [popplerSamples(source), popplerSamples(bytes)];
    const difference = before.reduce((sum, sample, at) => sum + Math.abs(sample - after[at]!), 0);
    expect(difference / before.length).toBeLessThan(3);
    expect(unpackedByQpdf(bytes)).toContain('/JBIG2Globals');
  });

  it('stays a picture where layers save less than a tenth', async () => {
    const source = await scanPdf(scannedPage(SCANNED_LINES.slice(-1)), 1, COARSE);
    const [kept, { bytes, report }] = [
      await compress(source, { codecs, preset: 'balanced' }),
      await layered(source),
    ];
    expect(codesOf(report.changes)).toContain('pictures-recompressed');
    expect(bytes).toEqual(kept.bytes);
  });

  it('stays a picture where nothing was asked for', async () => {
    const { report } = await compress(await scanPdf(scannedPage()), { codecs, preset: 'balanced' });
    expect(codesOf(report.changes)).not.toContain('scans-layered');
  });

  it.each<[string, (page: Raster) => Raster]>([
    ['a negative', (page) => ({ ...page, data: page.data.map((sample) => 255 - sample) })],
    ['black paper', (page) => ({ ...page, data: page.data.map(() => 4) })],
    ['white paper', (page) => ({ ...page, data: page.data.map(() => 255) })],
    ['a photograph', ({ width, height }) => photoLike(width, height)],
  ])('leaves %s alone', async (_, change) => {
    const source = await scanPdf(change(scannedPage()));
    const [kept, result] = [await compress(source, { codecs, preset: 'balanced' }), await layered(source)];
    expect(result.bytes.length).toBeLessThanOrEqual(kept.bytes.length);
    const page = await lookAtPage(result.bytes);
    expect(page.text).toBe((await lookAtPage(source)).text);
  });
});

/** Of the scan's 300 dpi, what small pictures keep at `balanced`. */
const FINER_SHARE = 225 / SCANNED_DPI;

const PAPER_AND_PICTURES = 2;
const FAINT_LINES: readonly ScannedLine[] = [
  [460, 640],
  [900, 640],
  [960, 40],
].map(([left, top]) => ({
  ...{ text: 'A PEA', left: left!, top: top!, size: 40, ink: [212, 206, 192] as const },
}));

/** Lines of 14 colours. */
const COLOURED_LINES: readonly ScannedLine[] = Array.from({ length: 14 }, (_, line) => {
  const levels = [0, 1, 2].map(
    (channel) => 90 + 70 * Math.cos((2 * Math.PI * (line / 14 + channel / 3)) % 7),
  );
  const ink = levels.map((level) => Math.round(line % 2 === 0 ? level : level * 0.6));
  return {
    text: 'EXACT COPY OF THE MAP',
    left: 60,
    top: 40 + line * 46,
    size: 34,
    ink: [ink[0]!, ink[1]!, ink[2]!],
  };
});

const STAMP: ScannedLine = { text: 'COPY', left: 240, top: 170, size: 150, ink: [210, 110, 124] };

const ALIKE = '683lI1ceo.,';
/** Signs of 10 to 7 points, each beside each other. */
const ALIKE_LINES: readonly ScannedLine[] = Array.from({ length: 6 }, (_, line) => ({
  text: Array.from({ length: 33 }, (_, at) => ALIKE[(at * (line + 1) + line) % ALIKE.length]).join(''),
  left: 60,
  top: 40 + line * 100,
  size: 42 - 2 * line,
  ink: [38, 36, 34],
}));

/** The signs of a line, each the one whose drawing is most like what stands in its place. */
function readSigns(page: Raster, { text, left, top, size }: ScannedLine): string {
  const scale = LOOKED_AT_DPI / SCANNED_DPI;
  const foot = page.height - Math.round((SCANNED_POINTS.height * LOOKED_AT_DPI) / 72);
  const y = foot + Math.round((top + LINE_MARGIN) * scale) - LINE_MARGIN;
  return Array.from(text, (_, at) => {
    const x = Math.round((left + LINE_MARGIN + (at * size * 2) / 3) * scale) - LINE_MARGIN;
    const likeness = (sign: string): number => likenessTo(textLine(sign, size * scale), page, x, y);
    return [...ALIKE].reduce((best, sign) => (likeness(sign) > likeness(best) ? sign : best));
  }).join('');
}

/** What a line of letters has around it, px. */
const LINE_MARGIN = 2;

/** The greatest correlation of a drawing with the dark of a page, within a pixel of a place. */
function likenessTo({ width, shares }: Coverage, page: Raster, left: number, top: number): number {
  let most = -1;
  for (let y = top - 1; y <= top + 1; y++)
    for (let x = left - 1; x <= left + 1; x++) {
      const dark = Array.from(
        shares,
        (_, at) =>
          255 - page.data[((y + Math.floor(at / width)) * page.width + x + (at % width)) * page.channels]!,
      );
      most = Math.max(most, correlation([...shares], dark));
    }
  return most;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleA, middleB] = [mean(a), mean(b)];
  let [both, squaresA, squaresB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const [x, y] = [value - middleA, b[at]! - middleB];
    both += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return both / Math.sqrt(squaresA * squaresB);
}

/** Resolution at which a whole page is small enough to be drawn. */
const LOOKED_AT_DPI = 200;

/** What a line takes from the paper above it in each channel: the mean over its place. The scan fills the foot of the page. */
function inkAt(
  { width, height, channels, data }: Raster,
  { left, top, size, text }: (typeof SCANNED_LINES)[number],
): number[] {
  const px = (scanned: number): number => Math.round((scanned * LOOKED_AT_DPI) / SCANNED_DPI);
  const foot = height - Math.round((SCANNED_POINTS.height * LOOKED_AT_DPI) / 72);
  const [from, until] = [px(left), px(left + text.length * size * 0.67)];
  const sums = [0, 0, 0];
  for (let y = foot + px(top); y < foot + px(top + size); y++)
    for (let x = from; x < until; x++)
      for (const channel of [0, 1, 2])
        sums[channel]! +=
          data[((foot + px(top) - 4) * width + x) * channels + channel]! -
          data[(y * width + x) * channels + channel]!;
  return sums.map((sum) => sum / ((until - from) * px(size)));
}
