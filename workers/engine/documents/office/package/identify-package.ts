import { EngineError } from '../../../api/errors.ts';
import type { OpcPackage, Part } from './opc-package.ts';
import { shortType } from './relationships.ts';

/** The main part: where `_rels/.rels` says the office document is. */
export function findMainPart(opc: OpcPackage): Part | undefined {
  const relationship = opc
    .relationshipsOf(null)
    .find((candidate) => shortType(candidate) === 'officeDocument');
  return relationship && opc.target(relationship);
}

/**
 * The main part of a presentation.
 * @throws EngineError "unsupported" for other office files, with what it is and what to do; "damaged" without a main part
 */
export function getPresentationPart(opc: OpcPackage): Part {
  const main = findMainPart(opc);
  if (!main) {
    throw new EngineError(
      'damaged',
      'The file is damaged: its presentation cannot be found. Open it in PowerPoint, let PowerPoint repair it, save it and try again.',
    );
  }
  const refusal = REFUSALS.find(({ type }) => type.test(main.contentType));
  if (refusal) throw new EngineError('unsupported', refusal.message);
  if (!main.contentType.includes('presentationml.presentation.main+xml')) {
    throw new EngineError(
      'unsupported',
      'This is an office file, but not a PowerPoint presentation (.pptx).',
    );
  }
  return main;
}

const REFUSALS = [
  {
    type: /macroenabled/,
    message:
      'This presentation contains macros. Save it in PowerPoint as a presentation without macros (.pptx) and try again.',
  },
  {
    type: /presentationml\.slideshow/,
    message: 'This is a PowerPoint show (.ppsx). Save it as a presentation (.pptx) and try again.',
  },
  {
    type: /presentationml\.template/,
    message: 'This is a PowerPoint template (.potx). Save it as a presentation (.pptx) and try again.',
  },
  { type: /wordprocessingml/, message: 'This is a Word document, not a PowerPoint presentation (.pptx).' },
  {
    type: /spreadsheetml|ms-excel/,
    message: 'This is an Excel workbook, not a PowerPoint presentation (.pptx).',
  },
  { type: /visio/, message: 'This is a Visio drawing, not a PowerPoint presentation (.pptx).' },
] as const;
