export { pptx as facts } from './facts.ts';
export { compressOffice as compress } from '../office/compress-office.ts';
