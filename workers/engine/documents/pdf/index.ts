export { pdf as facts } from './facts.ts';
export { compressPdf as compress } from './flow/compress-pdf.ts';
