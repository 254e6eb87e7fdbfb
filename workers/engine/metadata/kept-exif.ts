import { isKept, type Keep } from '../keep.ts';
import { kept } from '../report/findings.ts';
import type { Kept } from '../report/report.ts';
import { factsOfIptc, factsOfXmp, type DescribedFacts } from './described-facts.ts';
import {
  NO_DIRECTORIES,
  readDirectories,
  writeDirectories,
  type ExifDirectories,
  type TiffEntry,
} from './tiff-directories.ts';

/** What describes a picture, as its file has it. */
export interface Descriptions {
  /** A TIFF structure. */
  readonly exif?: Uint8Array | undefined;
  readonly xmp?: Uint8Array | undefined;
  /** Photoshop's image resources with IPTC. */
  readonly iptc?: Uint8Array | undefined;
}

/** The EXIF of a result, and what of it is to be told. */
export interface KeptExif {
  /** A TIFF structure, or null when there is nothing to write. */
  readonly tiff: Uint8Array | null;
  readonly features: readonly Kept[];
}

const ORIENTATION = 0x0112;
const MAKE = 0x010f;
const MODEL = 0x0110;
const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const EXIF_VERSION = 0x9000;
const TAKEN_AT = 0x9003;
/** When the picture was taken and digitised, with fractions of seconds and the zone. */
const DATES = [TAKEN_AT, 0x9004, 0x9010, 0x9011, 0x9012, 0x9291, 0x9292];
/**
 * Maker notes, comments, interoperability, the owner's name, padding, and numbers that name one camera, lens or picture.
 */
const PRIVATE = [0x927c, 0x9286, 0xa005, 0xa420, 0xa430, 0xa431, 0xa435, 0xea1c, 0xea1d];

/**
 * What stays of the descriptions of a picture, as EXIF, which every format has a place for. Rights and date that only XMP
 * or IPTC name are written there.
 * @param orientation 1-8; 1 is not written
 * @param keep what is asked for [copyright and date]; "all" leaves EXIF as it is
 */
export function keptExif(source: Descriptions, orientation: number, keep?: readonly Keep[]): KeptExif {
  const found = source.exif ? readDirectories(source.exif) : NO_DIRECTORIES;
  const facts = [
    source.xmp ? factsOfXmp(source.xmp) : {},
    source.iptc ? factsOfIptc(source.iptc) : {},
  ] satisfies DescribedFacts[];
  const rights = isKept(keep, 'copyright') ? rightsOf(found, facts) : [];
  const dates = isKept(keep, 'date') ? datesOf(found, facts) : [];
  const gps = isKept(keep, 'location') ? found.gps : [];
  const camera = isKept(keep, 'camera') ? cameraOf(found) : NO_DIRECTORIES;
  const features = [
    ...(rights.length > 0 ? [kept('copyright')] : []),
    ...(dates.length > 0 ? [kept('date')] : []),
    ...(gps.length > 0 ? [kept('location')] : []),
    ...(camera.image.length + camera.photo.length > 0 ? [kept('camera')] : []),
  ];
  if (source.exif && keep?.includes('all')) return { tiff: source.exif, features };
  const photo = [...dates, ...camera.photo];
  const tiff = written({
    image: [...oriented(orientation), ...rights, ...camera.image],
    photo: photo.length > 0 ? [version(found), ...photo] : [],
    gps,
  });
  return { tiff, features };
}

function written(directories: ExifDirectories): Uint8Array | null {
  const isEmpty = Object.values(directories).every((entries: readonly TiffEntry[]) => entries.length === 0);
  return isEmpty ? null : writeDirectories(directories);
}

function rightsOf({ image }: ExifDirectories, facts: readonly DescribedFacts[]): TiffEntry[] {
  const texts = [
    [ARTIST, facts.find(({ artist }) => artist)?.artist],
    [COPYRIGHT, facts.find(({ copyright }) => copyright)?.copyright],
  ] as const;
  return texts.flatMap(([tag, described]) => {
    const own = image.find((entry) => entry.tag === tag && !isBlank(entry));
    return own ? [own] : described ? [text(tag, described)] : [];
  });
}

function datesOf({ photo }: ExifDirectories, facts: readonly DescribedFacts[]): TiffEntry[] {
  const own = photo.filter((entry) => DATES.includes(entry.tag) && !isBlank(entry));
  const described = facts.find(({ takenAt }) => takenAt)?.takenAt;
  const isTold = own.some(({ tag }) => tag === TAKEN_AT);
  return isTold || described === undefined ? own : [...own, text(TAKEN_AT, described)];
}

function cameraOf({ image, photo }: ExifDirectories): ExifDirectories {
  return {
    image: image.filter(({ tag }) => tag === MAKE || tag === MODEL),
    photo: photo.filter(({ tag }) => ![...DATES, ...PRIVATE, EXIF_VERSION].includes(tag)),
    gps: [],
  };
}

function oriented(orientation: number): TiffEntry[] {
  return orientation > 1 ? [{ tag: ORIENTATION, type: 3, value: Uint8Array.of(0, orientation) }] : [];
}

/** Programs that write EXIF fill in what is not known with blanks. */
function isBlank({ value }: TiffEntry): boolean {
  return value.every((byte) => byte === 0 || byte === 0x20);
}

/** Text in UTF-8, as the Metadata Working Group asks for, with its end. */
function text(tag: number, value: string): TiffEntry {
  const limited = value.slice(0, LONGEST_TEXT);
  return { tag, type: 2, value: new TextEncoder().encode(`${limited}\0`) };
}

const LONGEST_TEXT = 2_000;

function version({ photo }: ExifDirectories): TiffEntry {
  const own = photo.find(({ tag }) => tag === EXIF_VERSION);
  return own ?? { tag: EXIF_VERSION, type: 7, value: new TextEncoder().encode('0232') };
}
