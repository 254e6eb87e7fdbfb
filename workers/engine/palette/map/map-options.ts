export interface MapOptions {
  /** Share of a pixel's error that its neighbours make up for, 0 to 1. */
  readonly dither: number;
  /**
   * Rate-distortion multiplier: squared error, in levels, that a cheaper pixel may cost for each bit it saves; 0 always
   * takes the nearest colour.
   */
  readonly lambda: number;
  /** Where next to no error is taken for a saved bit [nowhere]. */
  readonly locked?: LockedBlocks | null | undefined;
}

/** How a picture was mapped to its palette. */
export interface Colouring extends MapOptions {
  /** RGBA. */
  readonly palette: Uint8Array;
}

/** Blocks of a picture, of BLOCK_SIDE_PX px, whose colour stays where it is. */
export interface LockedBlocks {
  readonly columns: number;
  /** 1 for each of them, row by row. */
  readonly marks: Uint8Array;
}

/** The pixels of a picture or a frame; colour under transparency does not count. */
export interface MappedPixels {
  /** Grey, grey and alpha, RGB or RGBA. */
  readonly channels: number;
  readonly data: Uint8Array;
  /**
   * Whether opaque samples take no error of alpha from their neighbours. Frames do so, as holes would let the frame before
   * show through; in still pictures diffused alpha packs a little better.
   */
  readonly keepsOpaque: boolean;
}

/** How a frame is mapped. */
export interface FrameOptions {
  /** [none, as for a still] */
  readonly previous?: PreviousFrame | null;
}
/** The frame before one of an animation. */
export interface PreviousFrame {
  readonly indexes: Uint8Array;
  /** 1 where the pixel is as it was: its index stays, so that nothing flickers. */
  readonly unchanged: Uint8Array;
}
