export { jpeg as facts } from './facts.ts';
export { compressJpeg as compress } from './compress-jpeg.ts';
