/**
 * A decoded picture: samples interleaved by pixel, rows top to bottom without padding.
 * `data.length === width * height * channels`.
 */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA (or CMYK when `space` says so). */
  readonly channels: 1 | 2 | 3 | 4;
  readonly space: 'grey' | 'rgb' | 'cmyk';
  readonly data: Uint8Array;
}

/** A decoded picture with 16 bits a sample; same layout as {@link Raster}. */
export interface Raster16 extends Omit<Raster, 'data'> {
  readonly data: Uint16Array;
}
