export { avif as facts } from './facts.ts';
export { encodeAvif as encode } from './encode-avif.ts';
