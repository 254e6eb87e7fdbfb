import { describe, expect, it } from 'vitest';
import type { Raster } from '#engine/base/raster.ts';
import { rowsOf } from '#engine/documents/pdf/scans/judge-page.ts';
import { compress } from '#engine/index.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { popplerSamples, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import { SCANNED_DPI, scannedPage } from '#tests/fixtures/pdf/scanned-page.ts';
import { codecs } from '#tests/support/engine-run.ts';

const SCAN = rowsOf(scannedPage(), 0, 400);
const [WIDTH, HEIGHT] = [(SCAN.width * 72) / SCANNED_DPI, (SCAN.height * 72) / SCANNED_DPI];

/** A scan as a document may store and place it. */
interface OddScan {
  readonly width?: number;
  readonly height?: number;
  readonly space?: string;
  readonly bits?: number;
  readonly samples?: (scan: Raster) => Uint8Array;
  /** Entries of the picture and of the page. */
  readonly more?: string;
  readonly page?: string;
  /** Matrix that the picture is placed by. */
  readonly matrix?: readonly number[];
  /** Graphics state that it is drawn in. */
  readonly state?: string;
}

function pdfOf({
  width = SCAN.width,
  height = SCAN.height,
  space = '/DeviceRGB',
  bits = 8,
  samples = ({ data }) => data,
  more = '',
  page = '',
  matrix = [WIDTH, 0, 0, HEIGHT, 40, 60],
  state = '',
}: OddScan): Uint8Array {
  const builder = new PdfBuilder();
  const mask = builder.stream(
    '/Type/XObject/Subtype/Image/Width 2/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
    Uint8Array.of(255, 90),
  );
  const dict = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace ${space}/BitsPerComponent ${bits}`;
  const image = builder.stream(`${dict}${more.replace('MASK', mask)}`, samples(SCAN));
  builder.page(
    `.4 .5 .4 rg 0 0 306 792 re f q /G gs ${matrix.join(' ')} cm /X Do Q`,
    `/XObject<</X ${image}>>/ExtGState<</G<<${state}>>>>`,
    page,
  );
  return builder.build();
}

const grey = ({ data }: Raster): Uint8Array => data.filter((_, at) => at % 3 === 1);
const turnedOver = (samples: Uint8Array): Uint8Array => samples.map((sample) => 255 - sample);
const LEVELS = Array.from({ length: 256 }, (_, level) => [level, level, level - (level >> 3)]).flat();
const PALETTE = Buffer.from(LEVELS).toString('hex');
const WHITE_POINT = '/WhitePoint[.9505 1 1.089]';

async function layersOf(scan: OddScan) {
  const source = pdfOf(scan);
  const { bytes, report } = await compress(source, { codecs, preset: 'balanced', scans: 'layers' });
  expect(await qpdfComplaints(bytes)).toBe('');
  const [before, after] = [popplerSamples(source), popplerSamples(bytes)];
  expect(after).toHaveLength(before.length);
  const changed = before.reduce((sum, sample, at) => sum + Math.abs(sample - after[at]!), 0);
  const difference = changed / (3 * WIDTH * HEIGHT * (POPPLER_DPI / 72) ** 2);
  return { difference, isLayered: report.changes.some(({ code }) => code === 'scans-layered') };
}

describe('a scan that is stored or placed oddly', () => {
  it.each<[string, OddScan]>([
    ['turned by its page', { page: '/Rotate 90' }],
    ['turned by its matrix', { matrix: [0, WIDTH, -HEIGHT, 0, 40 + HEIGHT, 60] }],
    ['mirrored', { matrix: [-WIDTH, 0, 0, HEIGHT, 40 + WIDTH, 60] }],
    ['upside down', { matrix: [WIDTH, 0, 0, -HEIGHT, 40, 60 + HEIGHT] }],
    ['cropped', { page: '/CropBox[80 70 300 150]' }],
    ['in colours of a palette', { space: `[/Indexed/DeviceRGB 255<${PALETTE}>]`, samples: grey }],
    ['in a calibrated space', { space: `[/CalRGB<<${WHITE_POINT}/Gamma[1.8 1.8 1.8]>>]` }],
    [
      'in levels from white to black',
      { space: '/DeviceGray', samples: (scan) => turnedOver(grey(scan)), more: '/Decode[1 0]' },
    ],
  ])('is shown alike in layers: %s', async (_, scan) => {
    const { difference, isLayered } = await layersOf(scan);
    expect(isLayered).toBe(true);
    expect(difference).toBeLessThan(MOST_DIFFERENCE);
  });

  it.each<[string, OddScan]>([
    ['of 1 200 dpi', { matrix: [WIDTH / 4, 0, 0, HEIGHT / 4, 40, 60] }],
    ['of inks', { space: '/DeviceCMYK', width: 900 }],
    ['behind a soft mask', { more: '/SMask MASK' }],
    ['with a colour that is let through', { more: '/Mask[240 255 240 255 240 255]' }],
    ['of 16 bits a sample', { width: 600, bits: 16 }],
    ['a pixel wide', { width: 1, height: 30_000 }],
    ['a pixel high', { width: 30_000, height: 1 }],
    ['drawn half transparent', { state: '/ca .5' }],
    ['drawn by a blend mode', { state: '/BM/Screen' }],
  ])('is left alone: %s', async (_, scan) => {
    const { difference, isLayered } = await layersOf(scan);
    expect(isLayered).toBe(false);
    expect(difference).toBeLessThan(MOST_DIFFERENCE);
  });
});

/** Resolution of what Poppler draws here. */
const POPPLER_DPI = 36;

/** Mean difference of samples in the place of the scan, most of which is grain of the paper. */
const MOST_DIFFERENCE = 5;
