import { latin1 } from '../bytes.ts';
import type { Keep } from '../keep.ts';
import { keptExif } from '../metadata/kept-exif.ts';
import { kept } from '../report/findings.ts';
import type { Kept } from '../report/report.ts';
import { segment } from './segment-bytes.ts';
import { startsWith, type JpegStructure, type Segment } from './segments.ts';

/** What describes a JPEG and stays. */
export interface JpegDescriptions {
  /** As a rebuilt file takes it. */
  readonly written: { readonly exif: Uint8Array | null; readonly descriptions: readonly Uint8Array[] };
  readonly features: readonly Kept[];
  /** Bytes that it takes. */
  readonly bytes: number;
}

export const NO_DESCRIPTIONS: JpegDescriptions = {
  written: { exif: null, descriptions: [] },
  features: [],
  bytes: 0,
};

const APP1 = 0xe1;
const APP13 = 0xed;
const COMMENT = 0xfe;
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
/** Up to here a comment may be a generation marker, which is written anew. */
const MARKER_BYTES = 4;

/** @param keep what is asked for [copyright and date] */
export function keptDescriptions(
  { segments, exif, hasGainMap }: JpegStructure,
  keep?: readonly Keep[],
): JpegDescriptions {
  const payloadOf = (marker: number, name: string): Uint8Array | undefined =>
    segments
      .find((each) => each.marker === marker && startsWith(each.payload, name))
      ?.payload.subarray(marker === APP13 ? 0 : name.length);
  const source = {
    exif: payloadOf(APP1, 'Exif\0\0'),
    xmp: payloadOf(APP1, XMP),
    iptc: payloadOf(APP13, 'Photoshop 3.0\0'),
  };
  const { tiff, features } = keptExif(source, exif.orientation, keep);
  const others = keep?.includes('all') ? otherSegments(segments, hasGainMap) : [];
  return {
    written: { exif: tiff, descriptions: others },
    features: others.length > 0 ? [...features, kept('descriptions')] : features,
    bytes: others.reduce((sum, { length }) => sum + length, tiff?.length ?? 0),
  };
}

/** XMP, IPTC and comments as they are. XMP of a picture with a gain map speaks of its place in the file, and is written anew. */
function otherSegments(segments: readonly Segment[], hasGainMap: boolean): Uint8Array[] {
  return segments
    .filter(({ marker, payload }) => {
      if (marker === APP1) return !hasGainMap && latin1(payload, 0, 20) === XMP.slice(0, 20);
      return marker === APP13 || (marker === COMMENT && payload.length > MARKER_BYTES);
    })
    .map(({ marker, payload }) => segment(marker, payload));
}
