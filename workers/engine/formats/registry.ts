/**
 * All kinds of file, one a line. Types, detection, work, dispatch and texts are made of this list by `api/kinds.ts`; the code of
 * a kind is the `index.ts` beside its facts.
 */
export { jpeg } from './jpeg/facts.ts';
export { png } from './png/facts.ts';
export { webp } from './webp/facts.ts';
export { avif } from './avif/facts.ts';
export { pdf } from '../documents/pdf/facts.ts';
export { pptx } from '../documents/pptx/facts.ts';
