export { png as facts } from './facts.ts';
export { compressPng as compress } from './compress-png.ts';
