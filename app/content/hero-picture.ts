/**
 * The picture of the home page's comparison, which is also the one to try the site with. It is computed by
 * `infra/media/draw-feather.ts`, which also writes these figures; a test compresses it anew and compares every byte.
 */
export const heroPicture = {
  name: 'feather.jpg',
  type: 'image/jpeg',
  original: '/media/feather.jpg',
  compressed: '/media/feather-compressed.jpg',
  thumbnail: '/media/feather-thumbnail.webp',
  alt: 'A macaw’s feather, scarlet, gold and blue, with drops of dew, before lights out of focus.',
  width: 1200,
  height: 900,
  /** Bytes of the two files. */
  fromBytes: 320786,
  toBytes: 75032,
} as const;
