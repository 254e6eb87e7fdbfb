import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readClaims } from '#engine/documents/pdf/protection/claims.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { PdfBuilder, toBytes, toText } from '#tests/fixtures/pdf/pdf-builder.ts';
import { qpdfComplaints, unpackedByQpdf } from '#tests/fixtures/pdf/readers.ts';
import { scannedPage } from '#tests/fixtures/pictures/bitmaps.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

interface Claim {
  /** Entries of the information dictionary. */
  readonly info?: string;
  /** Properties of the document's XMP packet. */
  readonly xmp?: string;
  readonly version?: string;
  /** Between the trailer and `startxref`. */
  readonly mark?: string;
}

const HISTORY = `<xmpMM:History>${'saved '.repeat(100)}</xmpMM:History>`;

/** A page with a bitmap that is smaller as JBIG2, in a document that claims to follow a standard. */
function claimingPdf({ info = '', xmp, version = '1.3', mark = '' }: Claim): Uint8Array {
  const builder = new PdfBuilder();
  const { width, height, data } = scannedPage({ width: 400, height: 300 });
  const entries = `/Width ${width}/Height ${height}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/FlateDecode`;
  const samples = deflateSync(data.map((byte) => byte ^ 0xff));
  const picture = builder.stream(`/Type/XObject/Subtype/Image${entries}`, new Uint8Array(samples));
  builder.page('400 0 0 300 50 50 cm /X Do '.padEnd(4000), `/XObject<</X ${picture}>>`);
  if (xmp !== undefined) {
    const packet = `<?xpacket begin=""?><rdf:RDF>${xmp}${HISTORY}</rdf:RDF><?xpacket end="w"?>`;
    builder.inCatalog(`/Metadata ${builder.stream('/Type/Metadata/Subtype/XML', packet)}`);
  }
  builder.inCatalog('/PieceInfo<</Maker<</Private(x)>>>>');
  const trailer = `/ID[(first)(second)]/Info ${builder.add(`<</Title(Claim)/Trapped/False${info}>>`)}`;
  const text = toText(builder.build({ version, trailer }));
  return toBytes(text.replace('\nstartxref', `${mark}\nstartxref`));
}

const A = 'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';

it.each<[string, Claim, string[]]>([
  ['an element', { xmp: `<x ${A}><pdfaid:part>2</pdfaid:part></x>` }, ['PDF/A-2']],
  ['an attribute', { xmp: `<x ${A} pdfaid:part = '3'/>` }, ['PDF/A-3']],
  ['an element with attributes', { xmp: '<pdfaid:part rdf:datatype="int">\n1\n</pdfaid:part>' }, ['PDF/A-1']],
  ['another prefix', { xmp: `<x xmlns:a.b="http://www.aiim.org/pdfa/ns/id/" a.b:part="4"/>` }, ['PDF/A-4']],
  ['no prefix', { xmp: `<part xmlns="http://www.aiim.org/pdfua/ns/id/">2</part>` }, ['PDF/UA-2']],
  ['two bytes a character', { xmp: [...'<pdfaid:part>2<'].join('\0') }, ['PDF/A-2']],
  ['several standards', { xmp: '<x pdfaid:part="2" pdfuaid:part="1"/>' }, ['PDF/A-2', 'PDF/UA-1']],
  ['the information dictionary', { info: '/GTS_PDFXVersion(PDF/X-3:2002)' }, ['PDF/X-3:2002']],
  [
    'UTF-16',
    { info: `/GTS_PDFXVersion(\xfe\xff${[...'PDF/X-4'].map((c) => `\0${c}`).join('')})` },
    ['PDF/X-4'],
  ],
  [
    'version and conformance',
    { info: '/GTS_PDFXVersion(PDF/X-1:2001)/GTS_PDFXConformance(PDF/X-1a:2001)' },
    ['PDF/X-1:2001', 'PDF/X-1a:2001'],
  ],
  [
    'print standards in XMP',
    { xmp: '<q:GTS_PDFXVersion>PDF/X-4p</q:GTS_PDFXVersion><x v:GTS_PDFVTVersion="PDF/VT-1"/>' },
    ['PDF/X-4p', 'PDF/VT-1'],
  ],
  ['engineering', { xmp: '<pdfe:ISO_PDFEVersion>PDF/E-1</pdfe:ISO_PDFEVersion>' }, ['PDF/E-1']],
  [
    'a description of a property',
    { xmp: '<pdfaProperty:name>GTS_PDFXVersion</pdfaProperty:name>PDF/X-4' },
    [],
  ],
  ['the part of something else', { xmp: '<x:part>1</x:part><dc:title>PDF/X-1a:2001</dc:title>' }, []],
])('reads a claim from %s', async (_place, claim, standards) => {
  const { document, budget } = await readDocument(claimingPdf(claim), codecs.deflate);
  expect((await readClaims(document, codecs.deflate, budget)).standards).toEqual(standards);
});

interface Demands {
  readonly version: string;
  /** A cross-reference table, and no object streams. */
  readonly isClassic?: boolean;
  readonly hasJbig2?: boolean;
  /** What is there beside the claim. */
  readonly keeps?: RegExp;
}

const printed = (standard: string, version: string): Claim => ({
  info: `/GTS_PDFXVersion(${standard})`,
  version,
});
const part = (property: string, version: string): Claim => ({ xmp: `<x ${property}/>`, version });
const asElement = (name: string, value: string, version: string): Claim => ({
  xmp: `<a:${name}>${value}</a:${name}>`,
  version,
});
const OLD_PRINT = { isClassic: true, hasJbig2: false };

it.each<[standard: string, Claim, Demands]>([
  ['PDF/A-1', part('pdfaid:part="1"', '1.4'), { version: '1.4', isClassic: true, keeps: /History/ }],
  ['PDF/A-2', part('pdfaid:part="2"', '1.4'), { version: '1.5', keeps: /History/ }],
  ['PDF/A-3', part('pdfaid:part="3"', '1.7'), { version: '1.7', keeps: /History/ }],
  ['PDF/A-4', part('pdfaid:part="4"', '2.0'), { version: '2.0', keeps: /PieceInfo/ }],
  ['PDF/UA-1', part('pdfuaid:part="1"', '1.7'), { version: '1.7' }],
  ['PDF/X-1:2001', printed('PDF/X-1:2001', '1.3'), { version: '1.3', ...OLD_PRINT }],
  ['PDF/X-1a:2003', printed('PDF/X-1a:2003', '1.4'), { version: '1.4', ...OLD_PRINT }],
  ['PDF/X-2:2003', printed('PDF/X-2:2003', '1.4'), { version: '1.4', ...OLD_PRINT }],
  ['PDF/X-3:2002', printed('PDF/X-3:2002', '1.3'), { version: '1.3', ...OLD_PRINT }],
  ['PDF/X-4', asElement('GTS_PDFXVersion', 'PDF/X-4', '1.6'), { version: '1.6' }],
  ['PDF/X-6', asElement('GTS_PDFXVersion', 'PDF/X-6', '2.0'), { version: '2.0' }],
  ['PDF/VT-1', asElement('GTS_PDFVTVersion', 'PDF/VT-1', '1.6'), { version: '1.6' }],
  ['PDF/E-1', asElement('ISO_PDFEVersion', 'PDF/E-1', '1.6'), { version: '1.6', keeps: /History/ }],
])('writes %s as it has to be', async (standard, claim, demands) => {
  const { version, isClassic = false, hasJbig2 = true, keeps = / / } = demands;
  const source = claimingPdf(claim);
  const { bytes, report } = await run(source);
  expect(bytes.length).toBeLessThan(source.length);
  const text = toText(bytes);
  expect(text.slice(0, 8)).toBe(`%PDF-${version}`);
  expect(text.includes('\nxref\n0 ')).toBe(isClassic);
  expect(/\/ObjStm|\/XRef/.test(text)).toBe(!isClassic);
  expect(text.includes('/JBIG2Decode')).toBe(hasJbig2);
  expect(text).toContain('/ID[(first)(second)]');
  // PDF/A has each keyword on a line of its own.
  expect(text).not.toMatch(/\d 0 obj[^\n]|[^\n]endobj/);
  expect(await qpdfComplaints(bytes)).toBe('');
  const unpacked = unpackedByQpdf(bytes);
  for (const said of [claim.info, claim.xmp, '/Trapped/False'])
    expect(unpacked.replaceAll(' ', '')).toContain((said ?? '').replaceAll(' ', ''));
  expect(unpacked).toMatch(keeps);
  expect(report.kept.map(({ detail }) => detail)).toContain(`${standard} conformance`);
});

it('writes a document that claims nothing as a PDF 1.5', async () => {
  const { bytes, report } = await run(claimingPdf({ xmp: '<dc:title/>' }));
  expect(toText(bytes)).toMatch(/^%PDF-1.5[^]*JBIG2Decode[^]*ObjStm/);
  expect(unpackedByQpdf(bytes)).not.toMatch(/History|PieceInfo/);
  expect(report.kept.some(({ detail }) => detail.endsWith('conformance'))).toBe(false);
});

it.each<[string, Claim]>([
  ['PDF/R-1', { mark: '\n%PDF-raster-1.0' }],
  ['PDF/X-1:1999', printed('PDF/X-1:1999', '1.2')],
])('returns %s as it is', async (standard, claim) => {
  const source = claimingPdf(claim);
  const { bytes, report } = await run(source);
  expect(bytes).toBe(source);
  expect(report.skips).toMatchObject([
    { code: 'standard-kept', detail: expect.stringContaining(standard) as string },
  ]);
});

it('packs no XMP that is plain in a print document', async () => {
  const { xmp, version } = asElement('GTS_PDFXVersion', 'PDF/X-4', '1.6');
  const { bytes } = await run(claimingPdf({ xmp: xmp!.padEnd(4000, '<x/>'), version: version! }));
  expect(toText(bytes)).toContain(xmp);
});
