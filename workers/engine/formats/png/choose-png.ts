import { colourFindings } from '../../metadata/colour-plan.ts';
import { change, outcome, skip, unchanged } from '../../api/report/findings.ts';
import type { Change, Findings, Outcome } from '../../api/report/report.ts';
import { CREDENTIALS, removedDescriptions } from './kept-chunks.ts';
import {
  changedColours,
  spaceOf,
  storedProfile,
  type PngSource,
  type ReducedPng,
  type RoundedPng,
} from './png-source.ts';

/** A picture that has a palette already is reduced again only where that pays well. */
const PALETTE_SHARE = 0.85;
const USUAL_SHARE = 0.98;

/** Colour type of indexes into a palette. */
const PALETTE = 3;

/** Descriptions of no more bytes than this are not worth a line in the report. */
const MENTIONED_BYTES = 20;

/** Share of the bytes without loss that a reduced picture may take. */
export function reducedShare({ header }: PngSource): number {
  return header.colourType === PALETTE ? PALETTE_SHARE : USUAL_SHARE;
}

/**
 * The reduced picture where it is small enough, else the one packed without loss; the source where neither is smaller.
 * @param share of the bytes without loss that the reduced picture may take
 */
export function choosePng(
  source: PngSource,
  packed: Uint8Array | null,
  reduced: ReducedPng | null,
  share: number,
): Outcome {
  const { bytes } = source;
  const bytesToBeat = share * Math.min(bytes.length, packed?.length ?? Infinity);
  const isReduced = reduced !== null && reduced.bytes.length <= bytesToBeat;
  const result = isReduced ? reduced.bytes : (packed ?? bytes);
  if (result.length >= bytes.length) return unchanged(bytes, { skips: [skip('not-smaller')] });
  const savedBytes = bytes.length - result.length;
  return outcome(
    result,
    { changes: metadataChanges(source) },
    isReduced ? reducedFindings(source, reduced, savedBytes) : packedFindings(source, savedBytes),
  );
}

/** Rounding must save a tenth of the bytes without loss: it touches every pixel. */
export const ROUNDED_SHARE = 0.9;

/** The picture with rounded samples where it is small enough beside all without loss, else null. */
export function chooseRounded(
  source: PngSource,
  packed: Uint8Array | null,
  rounded: RoundedPng | null,
): Outcome | null {
  const exactBytes = Math.min(source.bytes.length, packed?.length ?? Infinity);
  return rounded && rounded.bytes.length <= ROUNDED_SHARE * exactBytes
    ? roundedOutcome(source, rounded)
    : null;
}

/** What is true of a picture whose samples were rounded. */
export function roundedOutcome(source: PngSource, { bytes, score }: RoundedPng): Outcome {
  const savedBytes = source.bytes.length - bytes.length;
  const found = { changes: metadataChanges(source) };
  return outcome(bytes, found, lossyFindings(source, score, change('samples-rounded', { savedBytes })));
}

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

function reducedFindings(
  source: PngSource,
  { score, colours }: ReducedPng,
  savedBytes: number,
): Partial<Findings> {
  return lossyFindings(source, score, change('colours-reduced', { savedBytes, values: { colours } }));
}

function lossyFindings(source: PngSource, score: number, done: Change): Partial<Findings> {
  const { header, ancillary } = source;
  const profile = colourFindings(changedColours(source, spaceOf(header)), ancillary.icc);
  const depth = header.depth === 16 ? [change('16-bit-to-8-bit')] : [];
  return { score, changes: [done, ...depth, ...(profile.changes ?? [])] };
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
