export { pptx as facts } from './presentation/facts.ts';
export { compressPptx as compress } from './compress-pptx.ts';
