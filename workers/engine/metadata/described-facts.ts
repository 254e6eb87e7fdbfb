import { latin1 } from '../base/bytes.ts';

/** What XMP and IPTC say that EXIF can say too; undefined where they do not. */
export interface DescribedFacts {
  readonly artist?: string | undefined;
  readonly copyright?: string | undefined;
  /** As EXIF writes it: "2024:05:31 17:45:00". */
  readonly takenAt?: string | undefined;
}

/** Reads a packet of XMP. Source: XMP Specification Part 1; Metadata Working Group guidelines 2.0, chapter 5. */
export function factsOfXmp(packet: Uint8Array): DescribedFacts {
  const text = new TextDecoder().decode(packet);
  const creators = valuesOf(text, 'dc:creator');
  const date = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate']
    .flatMap((name) => valuesOf(text, name))
    .map(exifDate)
    .find((found) => found !== undefined);
  return {
    artist: creators.length > 0 ? creators.join('; ') : undefined,
    copyright: valuesOf(text, 'dc:rights')[0],
    takenAt: date,
  };
}

/** The values of a property: an attribute, the items of its list, or its text. */
function valuesOf(xmp: string, name: string): string[] {
  const attribute = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(xmp);
  if (attribute) return [unescaped(attribute[1] ?? attribute[2] ?? '')].filter((value) => value !== '');
  const start = xmp.search(new RegExp(`<${name}[\\s>]`));
  const end = start < 0 ? -1 : xmp.indexOf(`</${name}>`, start);
  if (end < 0) return [];
  const element = xmp.slice(xmp.indexOf('>', start) + 1, end);
  const items = [...element.matchAll(/<rdf:li\b[^<>]*>([^<]*)<\/rdf:li>/g)].map(([, value]) => value!);
  return (items.length > 0 ? items : element.includes('<') ? [] : [element])
    .map((value) => unescaped(value).trim())
    .filter((value) => value !== '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(xml: string): string {
  return xml.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What texts of a PNG say, by keyword. Source: PNG specification, third edition, 11.3.3.1, which takes dates of RFC 1123. */
export function factsOfTexts(texts: ReadonlyMap<string, string>): DescribedFacts {
  const created = texts.get('Creation Time') ?? '';
  const spelt = /(\d{1,2}) (\w{3})\w* (\d{4})(?: (\d\d:\d\d:\d\d))?/.exec(created);
  const month = spelt ? MONTHS.indexOf(spelt[2]!) + 1 : 0;
  const two = (value: string | number): string => String(value).padStart(2, '0');
  const iso = month > 0 ? `${spelt![3]}-${two(month)}-${two(spelt![1]!)} ${spelt![4] ?? ''}` : created;
  return { artist: texts.get('Author'), copyright: texts.get('Copyright'), takenAt: exifDate(iso) };
}

function exifDate(iso: string): string | undefined {
  const match = /^(\d{4})[-:](\d\d)[-:](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/.exec(iso);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match;
  return `${year}:${month}:${day} ${hour}:${minute}:${second}`;
}

const BY_LINE = 80;
const COPYRIGHT_NOTICE = 116;
const DATE_CREATED = 55;
const TIME_CREATED = 60;

/** Reads IPTC out of Photoshop's segment of a JPEG. Source: IPTC IIM 4.2, Adobe Photoshop File Formats, "image resources". */
export function factsOfIptc(resources: Uint8Array): DescribedFacts {
  const records = iptcRecords(resources);
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(records.get(DATE_CREATED) ?? '');
  const time = /^(\d\d)(\d\d)(\d\d)/.exec(records.get(TIME_CREATED) ?? '');
  return {
    artist: records.get(BY_LINE),
    copyright: records.get(COPYRIGHT_NOTICE),
    takenAt: day
      ? exifDate(`${day.slice(1).join('-')}${time ? ` ${time.slice(1).join(':')}` : ''}`)
      : undefined,
  };
}

function iptcRecords(resources: Uint8Array): Map<number, string> {
  const block = iptcBlock(resources);
  const records = new Map<number, string>();
  for (let at = 0; at + 5 <= block.length && block[at] === 0x1c;) {
    const length = (block[at + 3]! << 8) | block[at + 4]!;
    const value = block.subarray(at + 5, at + 5 + length);
    // Several authors are several records; the first one is the photographer.
    if (block[at + 1] === 2 && !records.has(block[at + 2]!)) records.set(block[at + 2]!, decoded(value));
    at += 5 + length;
  }
  return records;
}

/** UTF-8 where it is, else one character a byte: what programs write without naming a character set. */
function decoded(value: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value);
  } catch {
    return latin1(value);
  }
}

const PHOTOSHOP = 'Photoshop 3.0\0';
const IPTC_RESOURCE = 0x0404;

function iptcBlock(resources: Uint8Array): Uint8Array {
  for (let at = PHOTOSHOP.length; latin1(resources, at, at + 4) === '8BIM' && at + 12 <= resources.length;) {
    const id = (resources[at + 4]! << 8) | resources[at + 5]!;
    // A name with its length before it, at an even place together.
    const named = at + 6 + ((resources[at + 6]! + 2) & ~1);
    const [a = 0, b = 0, c = 0, d = 0] = resources.subarray(named, named + 4);
    const length = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    const data = resources.subarray(named + 4, named + 4 + length);
    if (id === IPTC_RESOURCE) return data;
    at = named + 4 + length + (length & 1);
  }
  return new Uint8Array(0);
}
