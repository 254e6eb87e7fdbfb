import { describe, expect, it, vi } from 'vitest';
import { CodecBreakdownError, isBreakdown, reading, writing } from '#engine/codecs/codec-breakdown.ts';
import { loadWasm } from '#engine/codecs/native/load-wasm.ts';
import { withSecondOpinion } from '#engine/codecs/second-opinion.ts';
import { createSharedCodecs } from '#engine/codecs/shared/index.ts';
import { EngineError } from '#engine/api/errors.ts';
import { emptyJpx, JPX_FILES } from '#tests/fixtures/pictures/jpx-files.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
const damaged = (cause: unknown) => new EngineError('damaged', 'cut short', { cause });

describe('a failed decode', () => {
  it.each<[string, unknown]>([
    ['libvips without memory', new Error('vips_malloc: out of memory -- size == 37MB')],
    ['libjpeg without memory', new Error('VipsJpeg: Insufficient memory (case 4)')],
    ['libspng without memory', new Error('pngload_buffer: libspng read error: out of memory')],
    ['PDFium without memory', new Error('Failed to allocate memory for bitmap')],
    ['a thread that cannot start', new Error('unable to create thread')],
    ['rows read out of order', new Error('VipsSequential: out of order read at line 40')],
    ['an encoder', new Error('webpsave_buffer: unable to encode')],
    ['zlib without memory', withCode('Z_MEM_ERROR')],
    ['a library that is not there', withCode('ERR_MODULE_NOT_FOUND')],
    ['a system without memory', withCode('ENOMEM', 'spawn')],
    ['an argument of ours', new TypeError('Expected integer for quality')],
    ['a buffer that is too small', new RangeError('offset is out of bounds')],
    ['a trap', new WebAssembly.RuntimeError('unreachable')],
  ])('is a breakdown when it comes from %s', async (_, cause) => {
    expect(isBreakdown(cause)).toBe(true);
    const failed = reading(() => Promise.reject(cause as Error), damaged);
    await expect(failed).rejects.toMatchObject({ name: 'CodecBreakdownError', cause });
  });

  it.each<[string, unknown]>([
    ['a truncated JPEG', new Error('VipsJpeg: premature end of JPEG image')],
    ['a bad header', new Error('Input buffer has corrupt header: webp: unable to parse image')],
    ['an unknown format', new Error('Input buffer contains unsupported image format')],
    ['a PNG with a wrong checksum', withCode('InvalidArg', 'Optimize failed CRC mismatch in IDAT chunk')],
    ['a JPEG that mozjpeg refuses', withCode('GenericFailure', 'Compress JPEG failed Any { .. }')],
    ['a broken stream', withCode('Z_DATA_ERROR', 'invalid distance too far back')],
    ['a font', new Error('the subsetter refused the font')],
    ['a C++ exception without a type', 5_246_024],
  ])('is damage when it comes from %s', async (_, cause) => {
    const failed = reading(() => Promise.reject(cause as Error), damaged);
    await expect(failed).rejects.toMatchObject({ code: 'damaged', cause });
  });

  it('keeps what the codec has judged itself', async () => {
    const [refusal, breakdown] = [new EngineError('too-large', 'too large'), new CodecBreakdownError('trap')];
    await expect(reading(() => Promise.reject(refusal), damaged)).rejects.toBe(refusal);
    await expect(reading(() => Promise.reject(breakdown), damaged)).rejects.toBe(breakdown);
  });
});

describe('a failed encode', () => {
  it('is a breakdown whatever the library says', async () => {
    const cause = new Error('VipsJpeg: premature end of JPEG image');
    await expect(writing(() => Promise.reject(cause))).rejects.toMatchObject({
      name: 'CodecBreakdownError',
      cause,
    });
    const limit = new EngineError('unsupported', 'too wide');
    await expect(writing(() => Promise.reject(limit))).rejects.toBe(limit);
  });
});

describe('a library that does not load', () => {
  it('is a breakdown of each codec that needs it', async () => {
    const cause = new Error('no such file');
    const { fonts, jpx, pages } = createSharedCodecs(() => Promise.reject(cause));
    const expected = { name: 'CodecBreakdownError', cause };
    await expect(fonts.subset(new Uint8Array(9), [], [])).rejects.toMatchObject(expected);
    await expect(jpx.decode(JPX_FILES.rgb)).rejects.toMatchObject(expected);
    await expect(pages.open(new Uint8Array(9))).rejects.toMatchObject(expected);
  });
});

describe('a codec that does not tell why it fails', () => {
  const failure = new Error('failed');
  const fails = (): Promise<never> => Promise.reject(failure);

  it('is at fault where another one reads the same bytes', async () => {
    const failed = withSecondOpinion(fails, () => Promise.resolve());
    await expect(failed).rejects.toMatchObject({ name: 'CodecBreakdownError', cause: failure });
  });

  it('is believed where another one fails too, and where that one has no memory that is said', async () => {
    await expect(withSecondOpinion(fails, () => Promise.reject(new Error('VipsJpeg: cut')))).rejects.toBe(
      failure,
    );
    const noMemory = new Error('vips: out of memory');
    await expect(withSecondOpinion(fails, () => Promise.reject(noMemory))).rejects.toBe(noMemory);
  });
});

describe('JPEG 2000 without memory', () => {
  const large = emptyJpx(4000, 4000, 3);

  it('is a breakdown where the system refuses it, and works on', async () => {
    const { jpx } = createSharedCodecs(loadWasm);
    const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
      throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
    });
    try {
      await expect(jpx.decode(large)).rejects.toMatchObject({ name: 'CodecBreakdownError' });
      expect(grow).toHaveBeenCalled();
    } finally {
      grow.mockRestore();
    }
    expect(await jpx.decode(JPX_FILES.rgb)).toMatchObject({ width: 8, height: 6 });
  });

  it('is the size of the picture where our own limit refuses it', async () => {
    const { jpx } = createSharedCodecs(loadWasm);
    await expect(jpx.decode(emptyJpx(9900, 9900, 3))).rejects.toMatchObject({ code: 'too-large' });
  });
});
