import { describe, expect, it } from 'vitest';
import { stemOf } from '#engine/api/set-name.ts';
import { detectKind, readSet } from '#engine/index.ts';
import { pictureElement } from '#engine/conversion/set/picture-element.ts';
import { photoLike, withSoftAlpha } from '#tests/fixtures/pictures/generated-pictures.ts';
import { codecs, codesOf, run } from '#tests/support/engine-run.ts';

const { image } = codecs;
const jpeg = () => image.encodeJpeg(photoLike(160, 120), { quality: 95, chroma: '4:4:4' });
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('a set of a picture', () => {
  it('holds each width in each format at the floor, with list and HTML', async () => {
    const result = await run(await jpeg(), {
      widths: [80, 160],
      formats: ['jpeg', 'webp'],
      name: 'My photo.jpeg',
    });
    const entries = readSet(result.bytes);
    expect(entries.map(({ name }) => name)).toEqual([
      ...['My-photo-80.jpg', 'My-photo-80.webp', 'My-photo-160.jpg', 'My-photo-160.webp'],
      ...['My-photo-set.json', 'My-photo-set.html'],
    ]);
    const { output, score } = result.report;
    expect(output).toMatchObject({ kind: 'zip', width: 160, height: 120 });
    for (const [i, file] of output!.files!.entries()) {
      const { name, bytes } = entries[i]!;
      const { width, height } = await image.probe(bytes);
      const kind = detectKind(bytes);
      expect(file).toMatchObject({ name, kind, width, height, bytes: bytes.length });
      expect(file.score ?? 100).toBeGreaterThanOrEqual(score!);
      expect(String(file.score)).toMatch(/^(null|\d+(\.\d)?)$/);
    }
    expect(score).toBeGreaterThanOrEqual(70.5);
    expect(codesOf(result)[0]).toBe('set-made');
    const list = JSON.parse(textOf(entries[4]!.bytes)) as { files: unknown; html: string };
    expect(list.files).toEqual(output!.files);
    expect(list.html).toBe(textOf(entries[5]!.bytes));
  });

  it('holds the files that the same options make one by one', async () => {
    const source = await jpeg();
    const set = await run(source, { widths: [80], formats: ['webp'] });
    const single = await run(source, { maxWidth: 80, format: 'webp' });
    expect(readSet(set.bytes)[0]?.bytes).toEqual(single.bytes);
  });

  it('has the format of the picture and WebP where none is named', async () => {
    const source = await image.encodePng(withSoftAlpha(photoLike(64, 48)));
    const { report } = await run(source, { widths: [32] });
    expect(report.output!.files!.map(({ kind }) => kind)).toEqual(['png', 'webp']);
  });

  it('leaves out what is wider than the picture, and says so', async () => {
    const { report } = await run(await jpeg(), { widths: [80, 400], formats: ['webp'] });
    expect(report.output!.files!.map(({ width }) => width)).toEqual([80]);
    expect(report.hints).toEqual([
      {
        code: 'widths-left-out',
        detail: 'The image is 160 pixels wide and is never enlarged, so it was not made 400 pixels wide.',
      },
    ]);
    const none = await run(await jpeg(), { widths: [400], formats: ['webp'] });
    expect(none.report.output!.files!.map(({ width }) => width)).toEqual([160]);
  });

  it('keeps each file within a target', async () => {
    const targetBytes = 2_000;
    const { report } = await run(await jpeg(), { widths: [80, 160], formats: ['webp'], targetBytes });
    expect(report.target).toEqual({ bytes: targetBytes, met: true });
    for (const { bytes } of report.output!.files!) expect(bytes).toBeLessThanOrEqual(targetBytes);
  });

  it('says which format cannot hold it', async () => {
    const source = await image.encodePng(withSoftAlpha(photoLike(64, 48)));
    await expect(run(source, { widths: [32], formats: ['jpeg'] })).rejects.toThrow('background=#ffffff');
    await expect(
      run(new TextEncoder().encode('%PDF-1.4\n'), { widths: [32], formats: ['webp'] }),
    ).rejects.toThrow('widths go with single images only');
  });
});

describe('the HTML of a set', () => {
  const file = (kind: 'jpeg' | 'webp' | 'avif', width: number, bytes: number) => ({
    name: `a-${width}.${kind}`,
    ...{ kind, width, height: width / 2, bytes, score: 71 },
    outcome: { bytes: new Uint8Array(), score: 71, changes: [], skips: [], kept: [], hints: [] },
  });

  it('offers the smallest format first, and none that saves nothing', () => {
    const set = [
      ...[file('jpeg', 100, 50), file('webp', 100, 40), file('avif', 100, 60)],
      ...[file('jpeg', 200, 90), file('webp', 200, 70), file('avif', 200, 95)],
    ];
    expect(pictureElement(set)).toBe(`<picture>
  <source type="image/webp" srcset="a-100.webp 100w, a-200.webp 200w" sizes="(max-width: 200px) 100vw, 200px">
  <img src="a-200.jpeg" srcset="a-100.jpeg 100w, a-200.jpeg 200w" sizes="(max-width: 200px) 100vw, 200px"
    width="200" height="100" loading="lazy" decoding="async" alt="">
</picture>
`);
  });
});

describe('the names of a set', () => {
  it.each([
    ['holiday.jpg', 'holiday'],
    ['My photo (1).final.png', 'My-photo-1-final'],
    ['"><script>.webp', 'script'],
    ['../../etc/passwd', 'passwd'],
    ['Größe, neu.jpg', 'Größe-neu'],
    ['', 'picture'],
    ['.jpg', 'jpg'],
  ])('come from %j as %j', (name, stem) => expect(stemOf(name)).toBe(stem));
});
