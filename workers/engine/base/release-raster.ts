import type { Raster } from './raster.ts';

/** How samples go back that a codec has lent, by their view. */
const LENT = new WeakMap<Uint8Array, () => void>();

/**
 * Frees a raster's memory at once; its samples are gone. Garbage collection delays pictures of 100 MB, as they hardly
 * count in its own heap. Only for rasters without another reference.
 */
export function releaseRaster({ data }: Raster): void {
  releaseBytes(data);
}

/** {@link releaseRaster}, and waits for the turn of the event loop in which samples of a native codec go. */
export async function releaseLarge(raster: Raster): Promise<void> {
  releaseRaster(raster);
  await new Promise((resolve) => setTimeout(resolve));
}

/** {@link releaseRaster} for bytes of any kind. */
export function releaseBytes(bytes: Uint8Array): void {
  const giveBack = LENT.get(bytes);
  if (giveBack) {
    LENT.delete(bytes);
    return giveBack();
  }
  const { buffer } = bytes;
  // Samples that share their buffer with others stay; Node 20 has no transfer.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer?.(0);
}

/** Says how bytes go back that lie in memory of WebAssembly, which garbage collection does not know. Called once. */
export function onRelease(bytes: Uint8Array, giveBack: () => void): void {
  LENT.set(bytes, giveBack);
}
