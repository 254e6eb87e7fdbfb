import { change } from '../../api/report/findings.ts';
import type { Change, Findings } from '../../api/report/report.ts';
import { colourFindings } from '../../metadata/colour-plan.ts';
import { changedColours, spaceOf, storedProfile } from './metadata/changed-colours.ts';
import { CREDENTIALS, removedDescriptions } from './metadata/removed-descriptions.ts';
import type { PngSource } from './png-source.ts';
import type { LossyPng, PngCandidate } from './png-strategies.ts';
import { MENTIONED_BYTES } from './tuning.ts';

/** What a result lacks besides samples and profile. */
export function metadataChanges({ chunks, ancillary }: PngSource): Change[] {
  const { bytes, parts } = removedDescriptions(chunks, ancillary);
  const credentials = chunks.find(({ type }) => type === CREDENTIALS)?.data;
  return [
    ...(bytes > MENTIONED_BYTES
      ? [change('metadata-removed', { savedBytes: bytes, values: { parts } })]
      : []),
    ...(credentials ? [change('content-credentials-removed', { savedBytes: credentials.length })] : []),
  ];
}

/** Score and changes of a candidate that replaces the source. */
export function candidateFindings(
  source: PngSource,
  candidate: PngCandidate,
  savedBytes: number,
): Partial<Findings> {
  return candidate.kind === 'packed'
    ? packedFindings(source, savedBytes)
    : lossyFindings(source, candidate, savedBytes);
}

function lossyFindings(source: PngSource, lossy: LossyPng, savedBytes: number): Partial<Findings> {
  const { header, ancillary } = source;
  const profile = colourFindings(changedColours(source, spaceOf(header)), ancillary.icc);
  const depth = header.depth === 16 ? [change('16-bit-to-8-bit')] : [];
  const lost =
    lossy.kind === 'palette'
      ? change('colours-reduced', { savedBytes, values: { colours: lossy.colours } })
      : change('samples-rounded', { savedBytes });
  return { score: lossy.score, changes: [lost, ...depth, ...(profile.changes ?? [])] };
}

function packedFindings(source: PngSource, savedBytes: number): Partial<Findings> {
  const { icc } = source.ancillary;
  const isLeftOut = icc !== null && storedProfile(source) === null;
  return {
    changes: [
      change('packed', { savedBytes }),
      ...(isLeftOut ? [change('srgb-profile-left-out', { savedBytes: icc.length })] : []),
    ],
  };
}
