import type { Raster } from './raster.ts';

/**
 * Gives a raster's memory back at once; its samples are gone. Garbage collection lets pictures of 100 MB wait, as they
 * hardly weigh in its own heap. Only for rasters that nobody else holds.
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
