import { describe, expect, it } from 'vitest';
import { rewriteCrops } from '#engine/documents/office/drawing/rewrite-crops.ts';
import { pictureShape } from '#tests/fixtures/pptx-deck.ts';
import { text } from '#tests/fixtures/zip-faults.ts';

const kept = { left: 0.25, top: 0, right: 0.75, bottom: 1 };
const page = (shapes: string): Uint8Array => text(`<p:sld>${shapes}</p:sld>`);
const shape = (sourceRect: string, rId = 'rId2', extra = ''): string =>
  pictureShape({ rId, width: 2, height: 1, sourceRect, extra });

function rewrite(shapes: string): string | null {
  const result = rewriteCrops(page(shapes), new Set(['rId2']), kept);
  return result && new TextDecoder().decode(result);
}

describe('rewriteCrops', () => {
  it('counts crops in shares of what is kept, and leaves the rest letter for letter', () => {
    const other = shape('l="30000"', 'rId3');
    expect(rewrite(shape('l="30000" r="27500" b="10000"') + other)).toBe(
      `<p:sld>${shape('l="10000" r="5000" b="10000"')}${other}</p:sld>`,
    );
  });

  it('writes nothing for a side that is not cropped any more', () => {
    expect(rewrite(shape('l="25000" r="25000"'))).toContain('<a:srcRect/>');
  });

  it('keeps percent signs of strict files', () => {
    expect(rewrite(shape('l="50%" r="25%"'))).toContain('<a:srcRect l="50%"/>');
  });

  it.each([
    ['a fill without a crop', pictureShape({ rId: 'rId2', width: 2, height: 1 })],
    ['a comment', `<!-- ${shape('l="30000"')} -->${shape('l="30000" r="30000"')}`],
    ['no fill at all', '<p:sp/>'],
    [
      'a drawing that stands for the picture',
      shape('l="30000" r="30000"', 'rId2', '<x:svgBlip r:embed="rId9"/>'),
    ],
    ['a tile', shape('l="30000" r="30000"').replace(/<a:stretch>.*?<\/a:stretch>/, '<a:tile/>')],
  ])('leaves a page alone with %s', (_, shapes) => {
    expect(rewrite(shapes)).toBeNull();
  });

  it('leaves other encodings alone', () => {
    const utf16 = new Uint8Array(
      Buffer.from(`\ufeff<p:sld>${shape('l="30000" r="30000"')}</p:sld>`, 'utf16le'),
    );
    expect(rewriteCrops(utf16, new Set(['rId2']), kept)).toBeNull();
  });
});
