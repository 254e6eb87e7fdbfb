export { png as facts } from './facts.ts';
export { compressPng as compress } from './compress-png.ts';
export { readPng as read } from './read-png.ts';
export { encodePng as encode } from './encode-png.ts';
export { movingPng as moving } from './animation/moving-png.ts';
