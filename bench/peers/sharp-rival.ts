import sharp, { type Sharp } from 'sharp';

/** A run of sharp as a program of its own: node sharp-rival.ts KIND INPUT OUTPUT. */
const [kind, input, output] = process.argv.slice(2);
if (!input || !output) throw new Error('Expected a kind, an input and an output');

const ENCODE: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  jpeg: (picture) => picture.jpeg({ quality: 75, mozjpeg: true }),
  png: (picture) => picture.png({ palette: true, quality: 80, effort: 7, compressionLevel: 9 }),
  webp: (picture) => picture.webp({ quality: 75, effort: 6 }),
};

const encode = ENCODE[kind ?? ''];
if (!encode) throw new Error(`Expected one of ${Object.keys(ENCODE).join(', ')} but received ${kind}`);
await encode(sharp(input, { animated: kind === 'webp', limitInputPixels: 4e8 }).autoOrient()).toFile(output);
