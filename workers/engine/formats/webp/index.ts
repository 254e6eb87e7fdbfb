export { webp as facts } from './facts.ts';
export { compressWebp as compress } from './compress-webp.ts';
