import { gunzipSync } from 'node:zlib';
import type { Raster } from '../../base/raster.ts';
import { Reloadable, useLibrary } from '../shared/index.ts';
import type { ImageInfo } from '../ports/image-codec.ts';
import { MAX_KEPT_MEMORY_BYTES } from '../tuning.ts';

/** `infra/wasm-codecs/webp-decoder.c`; pointers are numbers. */
interface WebpDecoder {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly room_for: (length: number) => number;
  readonly decode: (length: number, hasAlpha: boolean, width: number, height: number) => number;
  readonly release: () => void;
}

/** Compiled once: an instance that has grown is given up. */
const module = new Reloadable(async () => {
  const { WEBP_DECODER } = await import('./built/webp-decoder.ts');
  return WebAssembly.compile(gunzipSync(Buffer.from(WEBP_DECODER, 'base64')));
});

const library = new Reloadable(async () => {
  const { exports } = new WebAssembly.Instance(await module.get(), {
    env: { emscripten_notify_memory_growth: (): void => {} },
  });
  const decoder = exports as unknown as WebpDecoder;
  decoder._initialize();
  return decoder;
});

/**
 * Decodes a still WebP by libwebp's own decoder: libvips, whose samples are the same, takes three times as long, as it copies
 * them often.
 * @returns RGB, or RGBA of a picture with alpha; undefined for what is damaged, animated or so large that its memory would not
 * be kept: another reader's to judge
 */
export async function decodeStillWebp(bytes: Uint8Array, info: ImageInfo): Promise<Raster | undefined> {
  const { width, height, hasAlpha } = info;
  const channels = hasAlpha ? 4 : 3;
  const size = width * height * channels;
  if (info.frames > 1 || size > MAX_KEPT_MEMORY_BYTES) return undefined;
  return useLibrary(library, (decoder) => {
    const at = decoder.room_for(bytes.length);
    if (at !== 0) new Uint8Array(decoder.memory.buffer).set(bytes, at);
    const samples = at === 0 ? 0 : decoder.decode(bytes.length, hasAlpha, width, height);
    const data =
      samples === 0 ? undefined : new Uint8Array(decoder.memory.buffer).slice(samples, samples + size);
    decoder.release();
    return data && { width, height, channels, space: 'rgb', data };
  });
}
