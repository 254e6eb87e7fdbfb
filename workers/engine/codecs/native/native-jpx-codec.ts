import { EngineError } from '../../errors.ts';
import { checkPixels } from '../../limits.ts';
import type { Raster } from '../../raster.ts';
import type { JpxCodec } from '../jpx-codec.ts';

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

/** OpenJPEG (WebAssembly), loaded at first use. */
export function createNativeJpxCodec(): JpxCodec {
  return { probe: readHeader, decode };
}

async function decode(bytes: Uint8Array): Promise<Raster> {
  const header = readHeader(bytes);
  checkPixels(header.width, header.height);
  const decoder = new (await loadModule()).J2KDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { width, height, bitsPerSample, componentCount, isSigned } = decoder.getFrameInfo();
    if (isSigned || ![1, 3, 4].includes(componentCount)) {
      throw new EngineError('unsupported', 'The JPEG 2000 picture has an unusual number of components.');
    }
    const data = toBytes(decoder.getDecodedBuffer(), bitsPerSample);
    if (data.length < width * height * componentCount) throw new Error('too few samples');
    const space = componentCount === 1 ? 'grey' : componentCount === 3 ? 'rgb' : 'cmyk';
    return { width, height, channels: componentCount as 1 | 3 | 4, space, data };
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    modulePromise = undefined; // After a trap its memory cannot be trusted.
    throw new EngineError('damaged', 'The JPEG 2000 picture is damaged and cannot be read.', { cause });
  } finally {
    try {
      decoder.delete();
    } catch {
      modulePromise = undefined;
    }
  }
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
  throw new EngineError('damaged', 'The JPEG 2000 picture is damaged and cannot be read.');
}

/** The library reports its progress on standard output. */
function silent(): void {}

let modulePromise: Promise<OpenJpegModule> | undefined;

function loadModule(): Promise<OpenJpegModule> {
  modulePromise ??= import('@cornerstonejs/codec-openjpeg/decodewasmjs')
    .then(({ default: create }) => create({ print: silent, printErr: silent }) as Promise<OpenJpegModule>)
    .catch((error: unknown) => {
      modulePromise = undefined;
      throw error;
    });
  return modulePromise;
}
