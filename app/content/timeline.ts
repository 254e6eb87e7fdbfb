/** Steps in the history of compression. */
export const timeline: readonly { readonly year: string; readonly title: string; readonly text: string }[] = [
  {
    year: '1838',
    title: 'Morse code',
    text: 'Frequent letters get short signs. Alfred Vail is said to have counted the type in a printer’s case to find out which they are.',
  },
  {
    year: '1948',
    title: 'Information theory',
    text: 'Claude Shannon defines the bit and proves how short a message can become.',
  },
  {
    year: '1952',
    title: 'Huffman coding',
    text: 'A student’s term paper finds the best code of whole bits for given frequencies.',
  },
  {
    year: '1974',
    title: 'Discrete cosine transform',
    text: 'Nasir Ahmed, T. Natarajan and K. R. Rao publish the calculation on which JPEG and most video rests.',
  },
  {
    year: '1977',
    title: 'LZ77',
    text: 'Abraham Lempel and Jacob Ziv replace repeated phrases by pointers to what came before.',
  },
  {
    year: '1984',
    title: 'LZW',
    text: 'Terry Welch’s refinement becomes the heart of GIF three years later.',
  },
  {
    year: '1989',
    title: 'ZIP',
    text: 'Phil Katz publishes the file format; its DEFLATE method follows in 1993.',
  },
  {
    year: '1992',
    title: 'JPEG',
    text: 'Photos become small enough for floppy disks and, soon after, for the web.',
  },
  {
    year: '1993',
    title: 'PDF',
    text: 'Adobe’s portable document holds text, drawings and images, each packed in its own way.',
  },
  {
    year: '1995',
    title: 'MP3',
    text: 'The Fraunhofer institute gives the format its file extension. Music moves to the hard disk.',
  },
  {
    year: '1996',
    title: 'PNG',
    text: 'A free replacement for GIF, with full colour and transparency, without loss.',
  },
  {
    year: '2003',
    title: 'H.264',
    text: 'The video codec that made streaming ordinary, and still the one that plays everywhere.',
  },
  {
    year: '2006',
    title: 'PPTX',
    text: 'Office Open XML becomes a standard: presentations turn into zip parcels of text and images.',
  },
  {
    year: '2010',
    title: 'WebP',
    text: 'Google derives an image format from a video codec. Every current browser shows it today.',
  },
  { year: '2016', title: 'Brotli', text: 'RFC 7932 brings a method tuned for web pages.' },
];
