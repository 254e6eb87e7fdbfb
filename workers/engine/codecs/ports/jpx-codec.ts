import type { Raster } from '../../base/raster.ts';

/** Reads JPEG 2000, as found in PDF's JPXDecode. */
export interface JpxCodec {
  /**
   * Size and make of a JPEG 2000 picture from its header alone.
   * @throws EngineError "damaged"
   */
  probe(bytes: Uint8Array): { width: number; height: number; components: number; bitsPerSample: number };

  /**
   * Decodes to 8 bits a sample; components as stored, deeper ones are scaled down.
   * @throws EngineError "damaged", "too-large", "unsupported" for other than one (grey) or three (RGB) components and for signed
   *   samples; CodecBreakdownError for a failure that is not the picture's
   */
  decode(bytes: Uint8Array): Promise<Raster>;
}
