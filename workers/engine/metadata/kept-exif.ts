import { viewOf } from '../base/bytes.ts';
import { isKept, type Keep } from '../api/keep.ts';
import { change, kept } from '../api/report/findings.ts';
import type { Change, Kept } from '../api/report/report.ts';
import { uprightExif } from './exif.ts';
import { lostViews } from './xmp.ts';
import { factsOfIptc, factsOfTexts, factsOfXmp, type DescribedFacts } from './described-facts.ts';
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
  /** Texts of a PNG by keyword, in place of XMP and IPTC. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

/** The EXIF of a result, and what the report says of it. */
export interface KeptExif {
  /** A TIFF structure, or null when there is nothing to write. */
  readonly tiff: Uint8Array | null;
  readonly features: readonly Kept[];
}

/** What stays of the descriptions of a picture. */
interface ExifOptions {
  /** 1-8; 1 is not written. */
  readonly orientation: number;
  /** What is asked for [copyright and date]; "all" leaves EXIF as it is. */
  readonly keep?: readonly Keep[] | undefined;
  /** Fields of the resolution [those that the picture has, but for 72 dpi]. */
  readonly resolution?: readonly TiffEntry[];
  /** The camera's notes [none]. */
  readonly notes?: readonly TiffEntry[];
}

const ORIENTATION = 0x0112;
const MAKE = 0x010f;
const MODEL = 0x0110;
const X_RESOLUTION = 0x011a;
const Y_RESOLUTION = 0x011b;
const RESOLUTION_UNIT = 0x0128;
const RESOLUTION = [X_RESOLUTION, Y_RESOLUTION, RESOLUTION_UNIT];
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
 */
export function keptExif(source: Descriptions, options: ExifOptions): KeptExif {
  const { keep } = options;
  if (source.exif && keep?.includes('all')) return { tiff: source.exif, features: exifFeatures(source.exif) };
  const found = source.exif ? readDirectories(source.exif) : NO_DIRECTORIES;
  const facts = factsIn(source);
  const rights = isKept(keep, 'copyright') ? rightsOf(found, facts) : [];
  const dates = isKept(keep, 'date') ? datesOf(found, facts) : [];
  const gps = isKept(keep, 'location') ? found.gps : [];
  const camera = isKept(keep, 'camera') ? cameraOf(found) : NO_DIRECTORIES;
  const photo = [...dates, ...camera.photo, ...(options.notes ?? [])];
  const resolution = resolutionIn(source.exif);
  const tiff = written({
    image: [
      ...oriented(options.orientation),
      ...(options.resolution ?? (isUnknownResolution(resolution) ? [] : resolution)),
      ...rights,
      ...camera.image,
    ],
    photo: withVersion(found, photo),
    gps,
  });
  return { tiff, features: tiff ? exifFeatures(tiff) : [] };
}

/** What other descriptions than EXIF say of rights and date, the first to be believed. */
function factsIn({ xmp, iptc, texts }: Descriptions): readonly DescribedFacts[] {
  return [xmp ? factsOfXmp(xmp) : {}, iptc ? factsOfIptc(iptc) : {}, texts ? factsOfTexts(texts) : {}];
}

/** What stays in a new file of the picture, upright and in another size perhaps: a TIFF structure, or null. */
export function keptForNewFile(source: Descriptions, keep: readonly Keep[] | undefined): Uint8Array | null {
  const { tiff } = keptExif(source, { orientation: 1, keep, resolution: [] });
  return tiff && uprightExif(tiff);
}

/**
 * What a new file lacks of descriptions.
 * @param storedBytes that they take in the source
 * @param exif        that stays
 * @param packets     of XMP, which may say how the picture is shown
 */
export async function lostDescriptions(
  storedBytes: number,
  exif: Uint8Array | null,
  packets: readonly (Uint8Array | null | undefined)[],
): Promise<Change[]> {
  const savedBytes = storedBytes - (exif?.length ?? 0);
  const values = { parts: ['what describes the image and was not asked to stay'] };
  return [
    ...(savedBytes > NEGLIGIBLE_BYTES ? [change('metadata-removed', { savedBytes, values })] : []),
    ...(await lostViews(packets)),
  ];
}

/** What EXIF holds that is to be told. @param tiff as it is written */
export function exifFeatures(tiff: Uint8Array): Kept[] {
  const { image, photo, gps } = readDirectories(tiff);
  const has = (entries: readonly TiffEntry[], tags: readonly number[]): boolean =>
    entries.some((entry) => tags.includes(entry.tag) && !isBlank(entry));
  const camera = cameraOf({ image, photo, gps });
  return [
    ...(has(image, [ARTIST, COPYRIGHT]) ? [kept('copyright')] : []),
    ...(has(photo, DATES) ? [kept('date')] : []),
    ...(gps.length > 0 ? [kept('location')] : []),
    ...(camera.image.length + camera.photo.length > 0 ? [kept('camera')] : []),
    ...(has(image, [X_RESOLUTION, Y_RESOLUTION]) ? [kept('density')] : []),
  ];
}

/** The fields of the resolution. */
export function resolutionIn(exif: Uint8Array | undefined): readonly TiffEntry[] {
  const { image } = exif ? readDirectories(exif) : NO_DIRECTORIES;
  return image.filter(({ tag }) => RESOLUTION.includes(tag));
}

/** Whether fields say 72 dpi, the value that EXIF prescribes for an unknown resolution. Source: Exif 2.32, 4.6.4. */
function isUnknownResolution(entries: readonly TiffEntry[]): boolean {
  const read = readResolution(entries);
  return read?.unit === 'inch' && read.x === 72 && read.y === 72;
}

/** Pixels by the unit of length; without a unit only their proportion counts. */
export interface Resolution {
  readonly unit: 'none' | 'inch' | 'cm';
  readonly x: number;
  readonly y: number;
}

/** @returns null where a field is missing or broken */
export function readResolution(entries: readonly TiffEntry[]): Resolution | null {
  const valueOf = (tag: number): Uint8Array | undefined => entries.find((entry) => entry.tag === tag)?.value;
  const [x, y] = [X_RESOLUTION, Y_RESOLUTION].map((tag) => fraction(valueOf(tag)));
  const unit = UNITS[valueOf(RESOLUTION_UNIT)?.[1] ?? 2];
  return x && y && unit ? { unit, x, y } : null;
}

const UNITS = [undefined, 'none', 'inch', 'cm'] as const;

function fraction(value: Uint8Array | undefined): number {
  if (value?.length !== 8) return 0;
  const result = viewOf(value).getUint32(0) / viewOf(value).getUint32(4);
  return Number.isFinite(result) ? result : 0;
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

/** Descriptions of so few bytes are not worth a word: an orientation alone takes 30. */
const NEGLIGIBLE_BYTES = 64;

/** Fields of taking the picture, and the version that they need. */
function withVersion({ photo }: ExifDirectories, fields: readonly TiffEntry[]): readonly TiffEntry[] {
  const own = photo.find(({ tag }) => tag === EXIF_VERSION);
  const version = own ?? { tag: EXIF_VERSION, type: 7, value: new TextEncoder().encode('0232') };
  return fields.length > 0 ? [version, ...fields] : [];
}
