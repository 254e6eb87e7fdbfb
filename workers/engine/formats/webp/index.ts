export { webp as facts } from './facts.ts';
export { compressWebp as compress } from './compress-webp.ts';
export { readWebp as read } from './read-webp.ts';
export { encodeWebp as encode } from './encode-webp.ts';
export { movingWebp as moving } from './moving-webp.ts';
