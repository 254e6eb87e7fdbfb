import JSZip from 'jszip';
import { afterEach, expect, test, vi } from 'vitest';
import { fittingSide } from '~/compressor/results/fitting-side.ts';
import { smallPicture } from '~/compressor/results/small-picture.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that knows pictures by their bytes, and says of each that it is 2000 × 1000 px. */
function standIn(browser: object = { onLine: true }) {
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => ({
    ...{ width: 2_000, height: 1_000, text: await blob.text() },
    close: () => undefined,
  }));
}

async function deck(parts: Readonly<Record<string, string>>): Promise<Blob> {
  const zip = new JSZip();
  for (const [path, text] of Object.entries(parts)) zip.file(path, text);
  return new Blob([await zip.generateAsync({ type: 'arraybuffer' })]);
}

const RELS = '<Relationship Id="rId2" Target="../media/image7.png"/>';

test.each([
  ['brings of its first slide', { 'docProps/thumbnail.jpeg': 'shown' }],
  ['has on its first slide', { 'ppt/slides/_rels/slide1.xml.rels': RELS, 'ppt/media/image7.png': 'shown' }],
])('shows of a deck the picture that it %s', async (_where, parts) => {
  standIn();
  const original = await deck(parts);
  expect(await smallPicture({ kind: 'pptx', original, result: new Blob() }, 88)).toMatchObject({
    text: 'shown',
  });
});

test.each([
  ['without a line', { onLine: false }],
  ['where data are saved', { onLine: true, connection: { saveData: true } }],
  ['on a slow line', { onLine: true, connection: { effectiveType: '3g' } }],
])('loads no code for documents %s', async (_where, browser) => {
  standIn(browser);
  const original = await deck({ 'docProps/thumbnail.jpeg': 'shown' });
  await expect(smallPicture({ kind: 'pptx', original, result: original }, 88)).rejects.toThrow('not worth');
});

test('finds the side at which a picture comes under a limit, and goes further another time', async () => {
  standIn();
  const picture = new Blob([new Uint8Array(4_000)]);
  expect(await fittingSide(picture, 1_000)).toBe(900);
  expect(await fittingSide(picture, 1_000, true)).toBe(750);
});
