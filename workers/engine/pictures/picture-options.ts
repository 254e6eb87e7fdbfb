/** How a picture is used, where that changes what may be done to it. */
export interface PictureOptions {
  /**
   * The picture is part of an office document, whose programs ignore colour profiles and orientation: samples, profile
   * and orientation stay as stored, and no mark of ours is left in it [false].
   */
  readonly isNested?: boolean;
  /** Lowest visual score accepted [that of the preset]. */
  readonly floor?: number;
  /** One of many pictures: fewer ways are tried where the picture is large, for about 2 % more bytes [false]. */
  readonly isOneOfMany?: boolean;
  /** A result longer than this is of no use, so that hopeless ways may be given up early [the source's length]. */
  readonly usefulBytes?: number;
}
