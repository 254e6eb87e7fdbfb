import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { equalBytes } from '#engine/base/bytes.ts';
import { photoLike } from '#tests/fixtures/pictures/generated-pictures.ts';
import { flateOf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { lookAtPage, popplerText, qpdfComplaints } from '#tests/fixtures/pdf/readers.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { run } from '#tests/support/engine-run.ts';

/** Ways to protect a document that qpdf knows, all with a password of the owner only. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'RC4 of 40 bits': ['40', '--print=n', '--modify=n'],
  'RC4 of 128 bits': ['128', '--print=low', '--modify=none'],
  'AES of 128 bits': ['128', '--use-aes=y', '--extract=n'],
  'RC4 of 128 bits with crypt filters': ['128', '--force-V4'],
  'AES of 128 bits, metadata in the clear': ['128', '--use-aes=y', '--cleartext-metadata'],
  'AES of 256 bits': ['256', '--modify=none', '--print=none'],
  'AES of 256 bits, metadata in the clear': ['256', '--cleartext-metadata'],
  'AES of 256 bits by Acrobat 9': ['256', '--force-R5'],
};

/** Two pages of badly packed text with a photograph, a title, a bookmark, an attached file and metadata. */
/** @param more entries of the trailer */
function plainPdf(more = ''): Uint8Array {
  const builder = new PdfBuilder();
  const font = builder.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const { width, height, dict, data } = flateOf(photoLike(120, 90));
  const photo = builder.stream(`/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${dict}`, data);
  const lines = Array.from({ length: 60 }, (_, i) => `(Line ${i} of \\(secret\\) text) Tj T*`).join('\n');
  const resources = `/Font<</F ${font}>>/XObject<</X ${photo}>>`;
  for (const title of ['One', 'Two'])
    builder.page(
      `BT /F 9 Tf 11 TL 50 750 Td (${title}) Tj T* ${lines} ET q 90 0 0 70 300 80 cm /X Do Q`,
      resources,
    );
  const file = builder.stream('/Type/EmbeddedFile', 'attached words '.repeat(40));
  const spec = builder.add(`<</Type/Filespec/F(words.txt)/EF<</F ${file}>>>>`);
  const metadata = builder.stream('/Type/Metadata/Subtype/XML', `<?xpacket?><x>${' '.repeat(300)}</x>`);
  builder.inCatalog(`/Metadata ${metadata}/Names<</EmbeddedFiles<</Names[(words.txt) ${spec}]>>>>`);
  return builder.build({ trailer: `/Info ${builder.add('<</Title(The title)>>')}${more}` });
}

function qpdf(source: Uint8Array, before: readonly string[], after: readonly string[] = []): Uint8Array {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')];
  writeFileSync(from, source);
  execFileSync('qpdf', ['--allow-weak-crypto', ...before, from, ...after, to], { stdio: 'pipe' });
  return new Uint8Array(readFileSync(to));
}

function told(source: Uint8Array, ...question: readonly string[]): string {
  const path = join(temporaryFolder(), 'file.pdf');
  writeFileSync(path, source);
  return execFileSync('qpdf', [...question, path], { encoding: 'latin1', stdio: ['ignore', 'pipe', 'pipe'] });
}

const protectedBy = (plain: Uint8Array, way: readonly string[]): Uint8Array => {
  const [bits, ...rest] = way;
  return qpdf(plain, [
    '--object-streams=disable',
    '--stream-data=uncompress',
    '--encrypt',
    '',
    'owner',
    bits!,
    ...rest,
    '--',
  ]);
};

describe('a document with a password of its owner only', () => {
  let plain: Uint8Array;
  beforeAll(() => {
    plain = plainPdf();
  });

  it.each(Object.entries(WAYS))('stays protected without loss: %s', async (_name, way) => {
    const source = protectedBy(plain, way);
    const { bytes, report } = await run(source, { preset: 'lossless' });
    expect(bytes.length).toBeLessThan(0.8 * source.length);
    expect(await qpdfComplaints(bytes)).toBe('');
    expect(told(bytes, '--show-encryption')).toBe(told(source, '--show-encryption'));
    expect(told(bytes, '--password=owner', '--show-attachment=words.txt')).toBe('attached words '.repeat(40));
    expect(told(qpdf(bytes, ['--password=owner', '--decrypt', '--qdf']), '--show-object=trailer')).toContain(
      '/Info',
    );
    expect(await popplerText(bytes)).toBe(await popplerText(plain));
    for (const page of [0, 1]) {
      const [before, after] = [await lookAtPage(source, page), await lookAtPage(bytes, page)];
      expect(equalBytes(after.raster.data, before.raster.data)).toBe(true);
    }
    expect(report.kept.map(({ feature }) => feature)).toContain('protection');
    expect(report.changes.map(({ code }) => code)).not.toContain('re-encoded');
  });

  it('keeps metadata that is in the clear readable without a key', async () => {
    const { bytes } = await run(protectedBy(plain, WAYS['AES of 128 bits, metadata in the clear']!));
    expect(Buffer.from(bytes).includes('<?xpacket?><x>')).toBe(true);
  });

  it('gives the same bytes each time, and the same as a second pass', async () => {
    const source = protectedBy(plain, WAYS['AES of 256 bits']!);
    const { bytes } = await run(source);
    expect((await run(source)).bytes).toEqual(bytes);
    expect((await run(bytes)).bytes.length).toBeLessThanOrEqual(bytes.length);
  });

  it('says what the owner forbids', async () => {
    const { report } = await run(protectedBy(plain, ['256', '--modify=none', '--print=none']));
    const protection = report.kept.find(({ feature }) => feature === 'protection');
    expect(protection?.detail).toMatch(/printing it, changing it/);
  });

  it('keeps permissions that are written without a sign', async () => {
    const source = Buffer.from(protectedBy(plain, WAYS['AES of 128 bits']!)).toString('latin1');
    const unsigned = source.replace(/\/P (-\d+)/, (_, bits: string) => `/P ${Number(bits) >>> 0}`);
    // The encryption dictionary is the last object: only the table moves.
    const moved = unsigned.replace(
      /startxref\n(\d+)/,
      (_, at: string) => `startxref\n${Number(at) + unsigned.length - source.length}`,
    );
    const file = new Uint8Array(Buffer.from(moved, 'latin1'));
    const { bytes } = await run(file);
    expect(bytes.length).toBeLessThan(0.8 * file.length);
    expect(told(bytes, '--show-encryption')).toBe(told(file, '--show-encryption'));
  });

  it('comes out as a plain one does, under its protection', async () => {
    const open = await run(plain);
    const source = protectedBy(plain, WAYS['AES of 256 bits']!);
    const { bytes, report } = await run(source);
    expect(report.score).toBe(open.report.score);
    // Vectors and padding of each object, and the encryption dictionary.
    expect(bytes.length).toBeLessThan(open.bytes.length + 1000);
    expect(told(bytes, '--show-encryption')).toBe(told(source, '--show-encryption'));
  });

  it('may have identifiers of any length, which are not encrypted', async () => {
    const named = plainPdf('/ID[(an identifier of 27 bytes..)(another)]');
    const source = protectedBy(named, WAYS['AES of 256 bits']!);
    const { bytes, report } = await run(source);
    expect(report.skips).toEqual([]);
    expect(bytes.length).toBeLessThan(0.8 * source.length);
    expect(await qpdfComplaints(bytes)).toBe('');
  });

  it('meets a target as a plain one does', async () => {
    const { bytes, report } = await run(protectedBy(plain, WAYS['AES of 128 bits']!), { targetBytes: 5000 });
    expect(report.target).toEqual({ bytes: 5000, met: true });
    expect(bytes.length).toBeLessThanOrEqual(5000);
  });

  it('is refused where reading it takes a password too', async () => {
    const source = qpdf(plain, ['--encrypt', 'user', 'owner', '256', '--']);
    await expect(run(source)).rejects.toMatchObject({ code: 'password-protected' });
  });

  it('stays as it is where a stream is not encrypted in whole blocks', async () => {
    const source = protectedBy(plain, WAYS['AES of 256 bits']!);
    const text = Buffer.from(source).toString('latin1');
    const [start, end] = [
      text.indexOf('/EmbeddedFile'),
      text.indexOf('endstream', text.indexOf('/EmbeddedFile')),
    ];
    // A byte less of it, and a blank behind it, so that all else keeps its place.
    const cut = text
      .slice(start, end - 2)
      .replace(/\/Length (\d+)/, (_, length: string) => `/Length ${Number(length) - 1}`);
    const broken = `${text.slice(0, start)}${cut}\nendstream ${text.slice(end + 'endstream'.length)}`;
    const file = new Uint8Array(Buffer.from(broken, 'latin1'));
    expect(file).toHaveLength(source.length);
    const { bytes, report } = await run(file);
    expect(equalBytes(bytes, file)).toBe(true);
    expect(report.skips.map(({ code }) => code)).toEqual(['encrypted']);
  });
});
