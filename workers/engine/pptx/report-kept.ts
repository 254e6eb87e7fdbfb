import type { ReportBuilder } from '../report/report-builder.ts';
import type { OpcPackage, Part } from './package/opc-package.ts';
import { isSoundOrVideo } from './part-kinds.ts';

/** Says in the report what matters to people and is still there. */
export function reportKept(opc: OpcPackage, report: ReportBuilder): void {
  for (const { feature, isOne } of FEATURES) {
    const count = opc.parts.filter(isOne).length;
    if (count > 0) report.kept(feature, count);
  }
  const metafiles = opc.parts.filter(ofType(/^image\/(x-)?[ew]mf/)).length;
  if (metafiles > 0)
    report.skipped('metafile-kept', 'Drawings in EMF or WMF, with the bitmaps in them.', metafiles);
  const unused = countUnusedLayouts(opc);
  if (unused > 0)
    report.skipped(
      'unused-layouts-kept',
      'Layouts that no slide uses yet: people pick them for new ones.',
      unused,
    );
}

const FEATURES: readonly { feature: string; isOne: (part: Part) => boolean }[] = [
  { feature: 'slides', isOne: ofType(/presentationml\.slide\+xml$/) },
  { feature: 'layouts', isOne: ofType(/presentationml\.slidelayout\+xml$/) },
  { feature: 'notes', isOne: ofType(/presentationml\.notesslide\+xml$/) },
  { feature: 'comments', isOne: ofType(/comments?\+xml$/) },
  { feature: 'charts', isOne: ofType(/drawingml\.chart\+xml$|chartex\+xml$/) },
  { feature: 'diagrams', isOne: ofType(/diagramdata\+xml$/) },
  { feature: 'sounds and films', isOne: isSoundOrVideo },
  { feature: 'embedded documents', isOne: ({ name }) => /(^|\/)embeddings\//i.test(name) },
  { feature: 'embedded fonts', isOne: ofType(/fontdata|obfuscatedfont/) },
  { feature: 'custom XML', isOne: ({ name }) => /^customxml\/item\d*\.xml$/i.test(name) },
];

/** Layouts that only their master leads to. */
function countUnusedLayouts(opc: OpcPackage): number {
  const used = new Set(
    opc.parts
      .filter(ofType(/presentationml\.slide\+xml$/))
      .flatMap((slide) => opc.relationshipsOf(slide).map((relationship) => opc.target(relationship))),
  );
  return opc.parts.filter((part) => ofType(/presentationml\.slidelayout\+xml$/)(part) && !used.has(part))
    .length;
}

function ofType(type: RegExp): (part: Part) => boolean {
  return ({ contentType }) => type.test(contentType);
}
