import { EngineError } from '../../api/errors.ts';
import { checkPixels } from '../../api/limits.ts';
import type { Raster } from '../../base/raster.ts';
import { asBreakdown, reading } from '../codec-breakdown.ts';
import type { JpxCodec } from '../ports/jpx-codec.ts';
import { guardMemory, type GuardedMemory } from './guard-memory.ts';
import type { LoadWasm } from './load-wasm.ts';
import { Reloadable } from './reloadable.ts';
import { MAX_JPX_MEMORY_BYTES } from '../tuning.ts';

/** The part of OpenJPEG's WebAssembly build that is used; the package has no types. */
interface OpenJpegModule {
  J2KDecoder: new () => {
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getDecodedBuffer(): Uint8Array;
    getFrameInfo(): {
      width: number;
      height: number;
      bitsPerSample: number;
      componentCount: number;
      isSigned: boolean;
    };
    delete(): void;
  };
}

/** OpenJPEG with the memory that it runs in. */
interface Decoder {
  readonly openJpeg: OpenJpegModule;
  readonly guarded: GuardedMemory;
}

/** OpenJPEG, loaded at first use. */
export function createJpxCodec(loadWasm: LoadWasm): JpxCodec {
  const library = new Reloadable(async () => instantiate(await loadWasm('openjpeg')));
  return { probe: readHeader, decode: (bytes) => reading(() => decode(bytes, library), damaged) };
}

async function decode(bytes: Uint8Array, library: Reloadable<Decoder>): Promise<Raster> {
  const header = readHeader(bytes);
  checkPixels(header.width, header.height);
  // This build of OpenJPEG has no other way out of its decoder than an exception without a type.
  if (header.components !== 1 && header.components !== 3) throw unusual();
  const { openJpeg, guarded } = await library.get();
  guarded.refusedBy = undefined;
  const decoder = new openJpeg.J2KDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { width, height, bitsPerSample, componentCount, isSigned } = decoder.getFrameInfo();
    if (componentCount !== header.components) throw new Error('not the components of the header');
    if (isSigned) throw unusual();
    const data = toBytes(decoder.getDecodedBuffer(), bitsPerSample);
    if (data.length < width * height * componentCount) throw new Error('too few samples');
    return { width, height, channels: componentCount, space: componentCount === 1 ? 'grey' : 'rgb', data };
  } catch (cause) {
    if (!(cause instanceof EngineError)) library.forget();
    // The decoder's exceptions carry no cause; most of them mean damage.
    if (guarded.refusedBy === 'system') throw asBreakdown('The system has no memory for an image.', cause);
    if (guarded.refusedBy === 'limit') throw tooLarge(cause);
    throw cause;
  } finally {
    try {
      decoder.delete();
    } catch {
      library.forget();
    }
  }
}

function tooLarge(cause: unknown): EngineError {
  return new EngineError('too-large', 'The JPEG 2000 image is too large to be decoded.', { cause });
}

function unusual(): EngineError {
  return new EngineError('unsupported', 'The JPEG 2000 image has an unusual number or form of components.');
}

function toBytes(decoded: Uint8Array, bits: number): Uint8Array {
  if (bits <= 8) {
    if (bits === 8) return decoded.slice();
    const scale = 255 / (2 ** bits - 1);
    return Uint8Array.from(decoded, (sample) => Math.round(sample * scale));
  }
  const wide = new Uint16Array(decoded.slice().buffer);
  return Uint8Array.from(wide, (sample) => sample >> (bits - 8));
}

/** The SIZ marker of the codestream, which may stand inside JP2 boxes (ITU-T T.800, A.5.1). */
function readHeader(bytes: Uint8Array) {
  const limit = Math.min(bytes.length - 42, 1 << 16);
  for (let at = 0; at < limit; at++) {
    if (bytes[at] !== 0xff || bytes[at + 1] !== 0x4f || bytes[at + 2] !== 0xff || bytes[at + 3] !== 0x51)
      continue;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    return {
      width: view.getUint32(8) - view.getUint32(16),
      height: view.getUint32(12) - view.getUint32(20),
      components: view.getUint16(40),
      bitsPerSample: (view.getUint8(42) & 0x7f) + 1,
    };
  }
  throw damaged();
}

function damaged(cause?: unknown): EngineError {
  return new EngineError('damaged', 'The JPEG 2000 image is damaged and cannot be read.', { cause });
}

/** The library reports its progress on standard output. */
function silent(): void {}

async function instantiate(module: WebAssembly.Module): Promise<Decoder> {
  const { default: create } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs');
  let guarded: GuardedMemory | undefined;
  const openJpeg = await create({
    print: silent,
    printErr: silent,
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(module, imports);
      guarded = guardMemory(instance);
      guarded.maxBytes = MAX_JPX_MEMORY_BYTES;
      return done(instance);
    },
  });
  return { openJpeg: openJpeg as OpenJpegModule, guarded: guarded! };
}
