/** How a picture is used, where that changes what may be done to it. */
export interface PictureOptions {
  /**
   * The picture is part of an office document, whose programs ignore colour profiles and orientation: samples, profile
   * and orientation stay as stored, and no mark of ours is left in it [false].
   */
  readonly isNested?: boolean;
  /** Lowest visual score accepted [that of the preset]. */
  readonly floor?: number;
  /** One of many pictures: fewer ways are tried, for about 1 % more bytes [false]. */
  readonly isOneOfMany?: boolean;
  /** A result longer than this is of no use, so that hopeless ways may be given up early [the source's length]. */
  readonly usefulBytes?: number;
  /** A result this short ends the search: what more could be saved does not matter [0]. */
  readonly enoughBytes?: number;
}
