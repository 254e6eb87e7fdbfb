/** How a picture is used, where that changes what may be done to it. */
export interface PictureOptions {
  /**
   * The picture is part of an office document, whose programs ignore colour profiles and orientation: samples, profile
   * and orientation stay as stored, and no mark of ours is left in it [false].
   */
  readonly isNested?: boolean;
  /** Lowest visual score accepted [that of the preset]. */
  readonly floor?: number;
}
