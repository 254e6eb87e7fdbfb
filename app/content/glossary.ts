/** Words of the trade, in alphabetical order. */
export const glossary: readonly { readonly term: string; readonly meaning: string }[] = [
  { term: 'Alpha channel', meaning: 'The part of an image that says how transparent each pixel is.' },
  { term: 'Bit depth', meaning: 'Bits per colour value: 8 give 256 steps, 16 give 65,536.' },
  { term: 'Bitrate', meaning: 'How many bits a second of sound or film may use.' },
  { term: 'Chroma subsampling', meaning: 'Storing colour more coarsely than brightness, as in 4:2:0.' },
  { term: 'Codec', meaning: 'A method to encode and decode, and the program that does it.' },
  {
    term: 'Colour profile',
    meaning: 'A description of what the colour numbers mean, often called ICC profile.',
  },
  { term: 'DPI', meaning: 'Dots per inch: how many pixels fall on an inch of paper or screen.' },
  { term: 'Entropy', meaning: 'The average information per symbol, and the limit of lossless compression.' },
  { term: 'EXIF', meaning: 'Data that cameras add to images: time, settings, often the location.' },
  { term: 'Font subsetting', meaning: 'Keeping only the characters of a font that a document uses.' },
  { term: 'Lossless', meaning: 'Every bit comes back exactly.' },
  { term: 'Lossy', meaning: 'Something is left out, ideally only what nobody can see.' },
  { term: 'Metadata', meaning: 'Data about the file rather than its contents.' },
  { term: 'Palette', meaning: 'A short list of colours; pixels store only the place in the list.' },
  { term: 'Progressive', meaning: 'An image stored so that a coarse version appears first.' },
  { term: 'Quantisation', meaning: 'Rounding numbers to fewer steps; the lossy moment in JPEG.' },
  { term: 'Resampling', meaning: 'Computing an image anew with fewer or more pixels.' },
  { term: 'Vector graphics', meaning: 'Shapes described by lines and curves, sharp at any size.' },
];
