import { kept, skip } from '../../api/report/findings.ts';
import type { Findings } from '../../api/report/report.ts';
import type { OfficeKind } from './office-kind.ts';
import type { OpcPackage, Part } from './package/opc-package.ts';
import { isAudioOrVideo, ofType } from './part-kinds.ts';

/** What matters to people and is still in the package, and what was left alone on purpose. */
export function findKept(kind: OfficeKind, opc: OpcPackage): Partial<Findings> {
  const count = (isOne: (part: Part) => boolean): number => opc.parts.filter(isOne).length;
  const features = [...kind.features, ...FEATURES].map(([code, isOne]) => ({ code, count: count(isOne) }));
  const leftAlone = [
    skip('metafile-kept', { count: count(ofType(/^image\/(x-)?[ew]mf/)) }),
    ...kind.leftAlone(opc),
  ];
  return {
    kept: features.filter(({ count }) => count > 0).map(({ code, count }) => kept(code, { count })),
    skips: leftAlone.filter(({ count }) => count > 0),
  };
}

/** Of any package. */
const FEATURES: OfficeKind['features'] = [
  ['comments', ofType(/comments?\+xml$/)],
  ['charts', ofType(/drawingml\.chart\+xml$|chartex\+xml$/)],
  ['diagrams', ofType(/diagramdata\+xml$/)],
  ['sounds-and-videos', isAudioOrVideo],
  ['embedded-documents', ({ name }) => /(^|\/)embeddings\//i.test(name)],
  ['embedded-fonts', ofType(/fontdata|obfuscatedfont/)],
  ['custom-xml', ({ name }) => /^customxml\/item\d*\.xml$/i.test(name)],
];
