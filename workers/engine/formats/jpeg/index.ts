export { jpeg as facts } from './facts.ts';
export { compressJpeg as compress } from './compress-jpeg.ts';
export { readJpeg as read } from './read-jpeg.ts';
export { encodeJpeg as encode } from './encode-jpeg.ts';
