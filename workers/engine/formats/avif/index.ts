export { avif as facts } from './facts.ts';
export { readAvif as read } from './read-avif.ts';
export { encodeAvif as encode } from './encode-avif.ts';
