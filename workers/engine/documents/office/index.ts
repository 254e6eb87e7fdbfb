export { pptx as facts } from './presentation/facts.ts';
export { compressOffice as compress } from './compress-office.ts';
export { kindOfPackage } from './identify-document.ts';
