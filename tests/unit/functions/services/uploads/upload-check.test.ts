import { describe, expect, it } from 'vitest';
import { openUpload, promisedKind } from '#functions/services/uploads/upload-check.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');
const DECLARED = { fileName: 'a.png', mimeType: 'image/png' };

describe('promisedKind', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 'jpeg'],
    ['a.JPEG', 'application/octet-stream', 'jpeg'],
    ['a.jfif', 'image/pjpeg', 'jpeg'],
    ['scan', 'application/pdf', 'pdf'],
    ['deck.pptx', 'application/zip', 'pptx'],
    ['deck.pptx', 'application/vnd.ms-powerpoint', 'pptx'],
    ['scan', 'application/octet-stream', null],
    ['a.png', 'text/plain', 'png'],
  ])('reads %s (%s)', (fileName, mimeType, kind) => {
    expect(promisedKind({ fileName, mimeType })).toBe(kind);
  });

  it.each([
    ['a.ppt', 'application/octet-stream', 'legacy-ppt'],
    ['deck', 'application/vnd.ms-powerpoint', 'legacy-ppt'],
    ['a.docx', 'application/octet-stream', 'unsupported-type'],
    ['a.jpg', 'video/mp4', 'unsupported-type'],
    ['constructor', 'constructor', 'unsupported-type'],
    ['a.constructor', '', 'unsupported-type'],
    ['a.jpg', 'image/png', 'mislabelled'],
  ])('refuses %s (%s)', (fileName, mimeType, code) => {
    expect(() => promisedKind({ fileName, mimeType })).toThrow(expect.objectContaining({ code }));
  });
});

describe('openUpload', () => {
  async function* pieces(...chunks: Uint8Array[]) {
    yield* chunks;
  }
  const read = async (stream: AsyncIterable<Uint8Array>) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  it('tells the kind from bytes that come one by one, and loses none', async () => {
    const whole = Buffer.concat([PNG, Buffer.alloc(3_000, 7)]);
    const { kind, bytes } = await openUpload(
      pieces(...Array.from(whole, (byte) => Uint8Array.of(byte))),
      DECLARED,
      1e6,
    );
    expect(kind).toBe('png');
    expect(await read(bytes)).toEqual(whole);
  });

  it.each([
    [8, 8, null],
    [8, 7, 'too-large'],
    [5_000, 4_999, 'too-large'],
  ])('counts %i bytes against a limit of %i', async (length, limit, code) => {
    const { bytes } = await openUpload(pieces(PNG, Buffer.alloc(length - 8)), DECLARED, limit);
    if (code) await expect(read(bytes)).rejects.toMatchObject({ code });
    else expect((await read(bytes)).length).toBe(length);
  });

  it.each([
    ['a.pdf', 'application/pdf'],
    ['a.png', 'text/plain'],
    ['a.exe', 'video/mp4'],
    ['file', ''],
  ])('takes a PNG called %s (%s) for what it is', async (fileName, mimeType) => {
    expect((await openUpload(pieces(PNG), { fileName, mimeType }, 1e6)).kind).toBe('png');
  });

  it.each([
    ['deck.pptx', 'text/plain', true],
    ['deck.ppt', 'application/vnd.ms-powerpoint', true],
    ['deck', 'application/zip', true],
    ['deck.tmp', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', true],
    ['letter.docx', 'application/octet-stream', false],
    ['photos.zip', 'application/zip', false],
    ['photo.jpg', 'image/jpeg', false],
  ])('takes a zip called %s (%s) for a presentation: %s', async (fileName, mimeType, isTaken) => {
    const opened = openUpload(pieces(ZIP), { fileName, mimeType }, 1e6);
    if (isTaken) expect((await opened).kind).toBe('pptx');
    else await expect(opened).rejects.toMatchObject({ code: 'unsupported-type' });
  });
});
