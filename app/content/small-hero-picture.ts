/**
 * The photograph of hero-picture.ts at the size that screens of phones show: a file of its own, computed, compressed and
 * tested as that one is.
 */
export const smallHeroPicture = {
  /** The home page's picture is 40 px narrower than the window; the variant `small-picture` of app.css says it, too. */
  media: '(max-width: 440px) and (max-resolution: 2dppx)',
  name: 'feather-800.jpg',
  original: '/media/feather-800.jpg',
  compressed: '/media/feather-800-compressed.jpg',
  width: 800,
  height: 600,
  fromBytes: 148978,
  toBytes: 33639,
} as const;
