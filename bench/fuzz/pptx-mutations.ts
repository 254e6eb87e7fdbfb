import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Random } from '../random.ts';
import { JPEG_MUTATIONS } from './jpeg-mutations.ts';
import {
  joined,
  LARGE_EDGES,
  littleEndian,
  noisy,
  patched,
  strangeNumber,
  type Mutation,
} from './mutation.ts';
import { PNG_MUTATIONS } from './png-mutations.ts';

interface Part {
  readonly name: string;
  readonly content: Uint8Array;
}

export const PPTX_MUTATIONS: readonly Mutation[] = [
  { name: 'number in XML', weight: 5, apply: onXml(/(?<==")-?\d+(?=")/g, strangeValue) },
  { name: 'attribute', weight: 4, apply: onXml(/ [\w:]+="[^"]*"/g, changedAttribute) },
  { name: 'element', weight: 4, apply: onXml(/<[\w:]+[^<>]*\/>|<\/?[\w:]+[^<>]*>/g, changedElement) },
  {
    name: 'relationship',
    weight: 5,
    apply: onXml(/ (Id|Type|Target|TargetMode)="[^"]*"/g, changedRelationship, /\.rels$/),
  },
  { name: 'content type', weight: 3, apply: onXml(/(?<=")[^"]+(?=")/g, changedType, /^\[Content_Types\]/) },
  { name: 'text in XML', weight: 2, apply: onParts(noisyXml) },
  { name: 'media', weight: 5, apply: onParts(changedMedia) },
  { name: 'media swapped', weight: 3, apply: onParts(swappedMedia) },
  {
    name: 'part left out',
    weight: 3,
    apply: onParts((parts, random) => without(parts, random.below(parts.length))),
  },
  { name: 'part renamed', weight: 2, apply: onParts(renamedPart) },
  { name: 'part doubled', weight: 1, apply: onParts((parts, random) => [...parts, random.one(parts)]) },
  { name: 'header of an entry', weight: 3, apply: changedHeader },
  { name: 'end of the archive', weight: 1, apply: changedEnd },
  { name: 'packed bytes', weight: 2, apply: changedPackedBytes },
];

type ChangeParts = (parts: Part[], random: Random) => Part[] | null;

/** Offsets of the headers of one kind: local (APPNOTE 4.3.7) or of the directory (4.3.12). */
function headers(file: Uint8Array, signature: 'local' | 'directory'): number[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const mark = Buffer.from(signature === 'local' ? 'PK\x03\x04' : 'PK\x01\x02', 'latin1');
  const found: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 4)) found.push(at);
  return found;
}

function readParts(file: Uint8Array): Part[] {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  return headers(file, 'directory').flatMap((at) => {
    const part = at + 46 <= file.length ? readPart(file, view, at) : null;
    return part ? [part] : [];
  });
}

function readPart(file: Uint8Array, view: DataView, at: number): Part | null {
  const name = new TextDecoder().decode(file.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)));
  const local = view.getUint32(at + 42, true);
  if (local + 30 > file.length) return null;
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = file.subarray(start, start + view.getUint32(at + 20, true));
  if (view.getUint16(at + 10, true) === 0) return { name, content: packed };
  try {
    return { name, content: inflateRawSync(packed, { maxOutputLength: 1 << 24 }) };
  } catch {
    return null; // An earlier mutation broke it.
  }
}

/** Writes an archive as office programs do: XML deflated, pictures stored. */
function writeParts(parts: readonly Part[]): Uint8Array {
  const bodies: Uint8Array[] = [];
  const records: Uint8Array[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    const isDeflated = /\.(xml|rels)$/.test(name);
    const packed = isDeflated ? new Uint8Array(deflateRawSync(content)) : content;
    const label = new TextEncoder().encode(name);
    const shared = [
      ...littleEndian(20, 2),
      ...littleEndian(label.length === name.length ? 0 : 0x800, 2),
      ...littleEndian(isDeflated ? 8 : 0, 2),
      ...littleEndian(0x210000, 4),
      ...littleEndian(crc32(content), 4),
      ...littleEndian(packed.length, 4),
      ...littleEndian(content.length, 4),
      ...littleEndian(label.length, 2),
      0,
      0,
    ];
    const local = joined([Uint8Array.of(0x50, 0x4b, 3, 4, ...shared), label, packed]);
    const rest = [...Array<number>(10).fill(0), ...littleEndian(at, 4)];
    records.push(joined([Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0, ...shared, ...rest), label]));
    bodies.push(local);
    at += local.length;
  }
  const directory = joined(records);
  const count = littleEndian(parts.length, 2);
  const end = [
    0,
    0,
    0,
    0,
    ...count,
    ...count,
    ...littleEndian(directory.length, 4),
    ...littleEndian(at, 4),
    0,
    0,
  ];
  return joined([...bodies, directory, Uint8Array.of(0x50, 0x4b, 5, 6, ...end)]);
}

function onParts(change: ChangeParts): Mutation['apply'] {
  return (file, random) => {
    const parts = readParts(file);
    const changed = parts.length > 0 ? change(parts, random) : null;
    return changed && writeParts(changed);
  };
}

function onXml(
  pattern: RegExp,
  change: (found: string, all: readonly string[], random: Random) => string,
  names = /\.xml$/,
): Mutation['apply'] {
  return onParts((parts, random) => {
    const places = parts.filter(({ name }) => names.test(name));
    if (places.length === 0) return null;
    const part = random.one(places);
    const text = Buffer.from(part.content).toString('utf8');
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return null;
    const { index, 0: old } = random.one(found);
    const written = change(
      old,
      found.map(([each]) => each),
      random,
    );
    const content = Buffer.from(text.slice(0, index) + written + text.slice(index + old.length));
    return replaced(parts, part, { ...part, content });
  });
}

function replaced(parts: readonly Part[], old: Part, by: Part): Part[] {
  return parts.map((each) => (each === old ? by : each));
}

function without<T>(items: readonly T[], index: number): T[] {
  return items.filter((_, at) => at !== index);
}

function strangeValue(found: string, _all: readonly string[], random: Random): string {
  const value = Number(found);
  const others = [value + 1, -value, value * 10, Math.round(value / 10), random.one(LARGE_EDGES), -1];
  return random.chance(0.9)
    ? String(random.one(others))
    : random.one(['', 'NaN', '1e99', '99999999999999999999', '0.5']);
}

function changedAttribute(found: string, all: readonly string[], random: Random): string {
  const how = random.below(4);
  if (how === 0) return '';
  if (how === 1) return random.one(all);
  if (how === 2)
    return found.replace(
      /="[^"]*/,
      `="${random.one(['', 'rId1', 'rId2', 'rId99', '&lt;', '../', '100000'])}`,
    );
  return found + random.one(all);
}

function changedElement(found: string, all: readonly string[], random: Random): string {
  return random.one([
    '',
    found + found,
    random.one(all),
    `<!-- ${'-'.repeat(3)} -->${found}`,
    `<![CDATA[x]]>${found}`,
    `&#x0;${found}`,
  ]);
}

const TARGETS = [
  '../media/none.png',
  '../slides/slide1.xml',
  '/ppt/presentation.xml',
  '../../../../etc/passwd',
  'http://example.org/a.png',
  '',
  '#',
  '%2e%2e/media/x.png',
  '../media/image1.png?x',
];

function changedRelationship(found: string, all: readonly string[], random: Random): string {
  const [, key = ''] = /(\w+)=/.exec(found) ?? [];
  if (key === 'Target' && random.chance(0.5)) return ` Target="${random.one(TARGETS)}"`;
  if (random.chance(0.2)) return `${found} TargetMode="${random.one(['External', 'Internal', 'x'])}"`;
  const sameKey = all.filter((each) => each.startsWith(` ${key}=`));
  return random.chance(0.8) ? random.one(sameKey) : '';
}

function changedType(found: string, all: readonly string[], random: Random): string {
  return random.chance(0.7)
    ? random.one(all)
    : random.one(['', 'image/png', 'application/xml', 'text/html', found.toUpperCase()]);
}

function noisyXml(parts: Part[], random: Random): Part[] | null {
  const texts = parts.filter(({ name, content }) => /\.(xml|rels)$/.test(name) && content.length > 0);
  if (texts.length === 0) return null;
  const part = random.one(texts);
  return replaced(parts, part, { ...part, content: noisy(part.content, random, 3) });
}

const MEDIA = /\/media\//;

/** A picture of the deck with what can befall a picture of its kind. */
function changedMedia(parts: Part[], random: Random): Part[] | null {
  const media = parts.filter(({ name, content }) => MEDIA.test(name) && content.length > 0);
  if (media.length === 0) return null;
  const part = random.one(media);
  const mutations = /\.jpe?g$/.test(part.name)
    ? JPEG_MUTATIONS
    : /\.png$/.test(part.name)
      ? PNG_MUTATIONS
      : null;
  const content =
    mutations && random.chance(0.8)
      ? random.pick(mutations).apply(part.content, random)
      : noisy(part.content, random);
  return content && replaced(parts, part, { ...part, content });
}

function swappedMedia(parts: Part[], random: Random): Part[] | null {
  const media = parts.filter(({ name }) => MEDIA.test(name));
  if (media.length === 0) return null;
  const one = random.one(media);
  const other = random.chance(0.7) ? random.one(media) : random.one(parts);
  return replaced(replaced(parts, one, { ...one, content: other.content }), other, {
    ...other,
    content: one.content,
  });
}

function renamedPart(parts: Part[], random: Random): Part[] {
  const part = random.one(parts);
  const names = [
    `${part.name}x`,
    part.name.toUpperCase(),
    part.name.replace(/\.\w+$/, '.bin'),
    `/${part.name}`,
    part.name.replaceAll('/', '\\'),
    `../${part.name}`,
    random.one(parts).name,
    '',
  ];
  return replaced(parts, part, { ...part, name: random.one(names) });
}

/** Method, flags, checksum, sizes, lengths and offset, in one header or in the other. */
function changedHeader(file: Uint8Array, random: Random): Uint8Array | null {
  const kind = random.one(['local', 'directory'] as const);
  const places = headers(file, kind);
  if (places.length === 0) return null;
  const fields = kind === 'local' ? LOCAL_FIELDS : DIRECTORY_FIELDS;
  const { at, size } = random.one(fields);
  const place = random.one(places) + at;
  if (place + size > file.length) return null;
  const old = [...file.subarray(place, place + size)].reduceRight((sum, byte) => sum * 256 + byte, 0);
  return patched(file, place, ...littleEndian(strangeNumber(old, 256 ** size, random), size));
}

const LOCAL_FIELDS = [
  { at: 6, size: 2 },
  { at: 8, size: 2 },
  { at: 14, size: 4 },
  { at: 18, size: 4 },
  { at: 22, size: 4 },
  { at: 26, size: 2 },
  { at: 28, size: 2 },
] as const;
const DIRECTORY_FIELDS = [
  ...LOCAL_FIELDS.map(({ at, size }) => ({ at: at + 2, size })),
  { at: 42, size: 4 } as const,
];

function changedEnd(file: Uint8Array, random: Random): Uint8Array | null {
  const at = file.length - 22 + random.one([4, 8, 10, 12, 16, 20]);
  return at < 0 ? null : patched(file, at, random.below(256), random.below(256));
}

function changedPackedBytes(file: Uint8Array, random: Random): Uint8Array | null {
  const places = headers(file, 'local');
  if (places.length === 0) return null;
  const start = random.one(places) + 30;
  const end = Math.min(file.length, start + 400);
  return joined([file.subarray(0, start), noisy(file.subarray(start, end), random, 3), file.subarray(end)]);
}
