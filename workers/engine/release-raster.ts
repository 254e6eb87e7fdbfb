import type { Raster } from './raster.ts';

/**
 * Frees a raster's memory at once; its samples are gone. Garbage collection delays pictures of 100 MB, as they hardly
 * count in its own heap. Only for rasters without another reference.
 */
export function releaseRaster({ data }: Raster): void {
  releaseBytes(data);
}

/** {@link releaseRaster} for bytes of any kind. */
export function releaseBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  // Samples that share their buffer with others stay; Node 20 has no transfer.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer?.(0);
}
