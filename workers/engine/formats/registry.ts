import { pdf } from '../documents/pdf/facts.ts';
import { pptx } from '../documents/office/presentation/facts.ts';
import { jpeg } from './jpeg/facts.ts';
import { png } from './png/facts.ts';
import { webp } from './webp/facts.ts';

/**
 * All kinds of file, in the order in which they are listed. Types, detection, work, dispatch and texts are made of this
 * list; the code of a kind is loaded by `formats/load-picture.ts` or `load-document.ts`, which do not compile while one is missing.
 */
export const FORMATS = [jpeg, png, webp, pdf, pptx] as const;
