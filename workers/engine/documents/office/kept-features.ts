import { kept, skip } from '../../api/report/findings.ts';
import type { FeatureCode } from '../../api/report/report-codes.ts';
import type { Findings } from '../../api/report/report.ts';
import type { OpcPackage, Part } from './package/opc-package.ts';
import { isSoundOrVideo } from './part-kinds.ts';

/** What matters to people and is still in the package, and what was left alone on purpose. */
export function findKept(opc: OpcPackage): Partial<Findings> {
  const count = (isOne: (part: Part) => boolean): number => opc.parts.filter(isOne).length;
  const features = FEATURES.map(([code, isOne]) => ({ code, count: count(isOne) }));
  const leftAlone = [
    skip('metafile-kept', { count: count(ofType(/^image\/(x-)?[ew]mf/)) }),
    skip('unused-layouts-kept', { count: countUnusedLayouts(opc) }),
  ];
  return {
    kept: features.filter(({ count }) => count > 0).map(({ code, count }) => kept(code, { count })),
    skips: leftAlone.filter(({ count }) => count > 0),
  };
}

const FEATURES: readonly (readonly [code: FeatureCode, isOne: (part: Part) => boolean])[] = [
  ['slides', ofType(/presentationml\.slide\+xml$/)],
  ['layouts', ofType(/presentationml\.slidelayout\+xml$/)],
  ['notes', ofType(/presentationml\.notesslide\+xml$/)],
  ['comments', ofType(/comments?\+xml$/)],
  ['charts', ofType(/drawingml\.chart\+xml$|chartex\+xml$/)],
  ['diagrams', ofType(/diagramdata\+xml$/)],
  ['sounds-and-videos', isSoundOrVideo],
  ['embedded-documents', ({ name }) => /(^|\/)embeddings\//i.test(name)],
  ['embedded-fonts', ofType(/fontdata|obfuscatedfont/)],
  ['custom-xml', ({ name }) => /^customxml\/item\d*\.xml$/i.test(name)],
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
