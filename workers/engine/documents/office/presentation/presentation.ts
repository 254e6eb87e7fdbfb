import { skip } from '../../../api/report/findings.ts';
import { readXml } from '../../../containers/xml/read-xml.ts';
import type { OfficeKind, OpenDocument } from '../office-kind.ts';
import type { OpcPackage } from '../package/opc-package.ts';
import { shortType } from '../package/relationships.ts';
import { ofType } from '../part-kinds.ts';
import { pptx } from '../../pptx/facts.ts';
import { findPictureUses } from './find-picture-uses.ts';

const isSlide = ofType(/presentationml\.slide\+xml$/);
const isLayout = ofType(/presentationml\.slidelayout\+xml$/);

/** PresentationML (ECMA-376 Part 1, 19). */
export const presentation: OfficeKind = {
  kind: pptx.kind,
  name: 'PowerPoint presentation (.pptx)',
  mainType: 'presentationml.presentation.main+xml',
  family: /presentationml/,
  refusals: [
    {
      type: /ms-powerpoint.*macroenabled/,
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
  ],
  pictureUses: ({ opc, main, context, xmlBudget }) =>
    findPictureUses(opc, main, { signal: context.signal, xmlBudget }),
  lacksPages: lacksSlides,
  features: [
    ['slides', isSlide],
    ['layouts', isLayout],
    ['notes', ofType(/presentationml\.notesslide\+xml$/)],
  ],
  leftAlone: (opc) => [skip('unused-layouts-kept', { count: countUnusedLayouts(opc) })],
};

/** Whether the presentation lists more slides (ECMA-376 Part 1, 19.2.1.33) than its relationships lead to. */
async function lacksSlides({ opc, main }: OpenDocument): Promise<boolean> {
  let listed = 0;
  readXml(await opc.read(main), { open: (name) => void (listed += name === 'sldId' ? 1 : 0) });
  const found = opc
    .relationshipsOf(main)
    .filter((relationship) => shortType(relationship) === 'slide' && opc.target(relationship));
  return listed > found.length;
}

/** Layouts that only their master leads to. */
function countUnusedLayouts(opc: OpcPackage): number {
  const used = new Set(
    opc.parts
      .filter(isSlide)
      .flatMap((slide) => opc.relationshipsOf(slide).map((relationship) => opc.target(relationship))),
  );
  return opc.parts.filter((part) => isLayout(part) && !used.has(part)).length;
}
