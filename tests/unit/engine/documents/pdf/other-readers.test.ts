import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PRESETS } from '#engine/api/presets.ts';
import { worstBlock } from '#engine/documents/pdf/verify/compare-rasters.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { run } from '#tests/support/engine-run.ts';
import { drawnBy, PDF_WITNESSES } from '#tests/support/pdf-witnesses.ts';

const hex = (bytes: readonly number[]): string =>
  `<${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`;

/** A picture with a palette of 256 greys, each byte three times in a row, and one of five colours that gets a palette from us. */
function palettePdf(): Uint8Array {
  const builder = new PdfBuilder();
  const greys = Array.from({ length: 768 }, (_, i) => Math.floor(i / 3));
  const size = '/Type/XObject/Subtype/Image/Width 64/Height 64/BitsPerComponent 8';
  const samples = Uint8Array.from({ length: 64 * 64 }, (_, i) => (i >> 4) & 255);
  const indexed = builder.stream(`${size}/ColorSpace[/Indexed/DeviceRGB 255${hex(greys)}]`, samples);
  const colours = [0x0a0a0a, 0xffffff, 0x0d0a0d, 0x285c29, 0x0a0d0a];
  const drawing = Array.from({ length: 64 * 64 }, (_, i) => colours[((i >> 3) + (i >> 9)) % colours.length]!);
  const chart = builder.stream(
    `${size}/ColorSpace/DeviceRGB`,
    Uint8Array.from(drawing.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
  );
  builder.page(
    'q 200 0 0 200 20 300 cm /A Do Q q 200 0 0 200 300 300 cm /B Do Q',
    `/XObject<</A ${indexed}/B ${chart}>>`,
  );
  // The key of protected documents is made of it.
  const id = hex(Array.from({ length: 16 }, () => 10));
  return builder.build({ trailer: `/ID[${id}${id}]/Info ${builder.add(`<</Title${id}>>`)}` });
}

/** Names and numbers that are read in many ways when they are written carelessly. */
function oddTokensPdf(): Uint8Array {
  const builder = new PdfBuilder();
  const max = '340282346638528859811704183484516925440';
  const long = 'x'.repeat(120);
  const names = ['a#20b', 'a#23b', 'a#28b#29', 'a#2fb', 'a#e9', long, 'a.b', '#7bc#7d', 'a#0ab'];
  const boxes = [
    `-${max}.0 -${max}.0 ${max}.0 ${max}.0`,
    '-4294967296.0 -4294967296.0 4294967296.0 4294967296.0',
    '-.5 -0.50 +90. 00090',
    '0.000000001 -0.000000000000000000000000001 90 90.123456789012345678',
  ];
  const forms = names.map((_, i) =>
    builder.stream(
      `/Type/XObject/Subtype/Form/Matrix[0.9 0.0000001 -.0000001 0.9 ${i}.5 -0]/BBox[${boxes[i % boxes.length]}]`,
      `0.${i + 1} 0.5 0 rg 10 10 60 60 re f ${'% padding\n'.repeat(30)}`,
    ),
  );
  const content = names
    .map((name, i) => `q 1 0 0 1 ${20 + (i % 5) * 100} ${500 - Math.floor(i / 5) * 100} cm /${name} Do Q`)
    .join('\n');
  builder.page(content, `/XObject<<${names.map((name, i) => `/${name} ${forms[i]}`).join('')}>>`);
  return builder.build();
}

function protectedPdf(plain: Uint8Array): Uint8Array {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')];
  writeFileSync(from, plain);
  execFileSync('qpdf', ['--encrypt', '', 'owner', '128', '--use-aes=y', '--', from, to]);
  return new Uint8Array(readFileSync(to));
}

const DOCUMENTS: Readonly<Record<string, () => Uint8Array>> = {
  palettes: palettePdf,
  'palettes in a protected document': () => protectedPdf(palettePdf()),
  'odd names and numbers': oddTokensPdf,
};

it.each(Object.keys(DOCUMENTS).flatMap((name) => PRESETS.map((preset) => [name, preset] as const)))(
  'draws what it drew before, and no reader complains: %s, %s',
  async (name, preset) => {
    const source = DOCUMENTS[name]!();
    const { bytes } = await run(source, { preset });
    expect(bytes.length).toBeLessThan(source.length);
    expect(await qpdfComplaints(bytes)).toBe('');
    for (const witness of PDF_WITNESSES) {
      const [before, after] = await Promise.all([drawnBy(witness, source), drawnBy(witness, bytes)]);
      expect(after.complaints + before.complaints, witness).toBe('');
      expect(after.pages).toHaveLength(1);
      const block = worstBlock(before.pages[0]!, after.pages[0]!);
      expect(block, witness).toBeLessThan(preset === 'lossless' ? 0.01 : 4);
    }
  },
);
