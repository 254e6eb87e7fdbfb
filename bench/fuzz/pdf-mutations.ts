import { deflateSync, inflateSync } from 'node:zlib';
import type { Random } from '../random.ts';
import { LARGE_EDGES, noisy, type Mutation } from './mutation.ts';

/** A document as text, one character a byte, so that it can be searched and cut like text. */
interface Document {
  readonly text: string;
  /** Where the bodies of its objects begin and end: after "obj", before "endobj". */
  readonly objects: readonly { readonly start: number; readonly end: number }[];
}

export const PDF_MUTATIONS: readonly Mutation[] = [
  {
    name: 'number',
    weight: 5,
    apply: onText(replacedOne(/(?<=[ [/])-?\d+(?:\.\d+)?(?=[\s\]/>])/g, strange)),
  },
  { name: 'reference', weight: 5, apply: onDocument(otherReference) },
  { name: 'name', weight: 5, apply: onDocument(otherName) },
  { name: 'object left out', weight: 2, apply: onDocument(withoutObject) },
  { name: 'objects swapped', weight: 2, apply: onDocument(swappedObjects) },
  { name: 'object doubled', weight: 1, apply: onDocument(doubledObject) },
  { name: 'entry left out', weight: 4, apply: onDocument(withoutEntry) },
  { name: 'value of another type', weight: 3, apply: onDocument(otherType) },
  { name: 'content', weight: 6, apply: onDocument(changedStream) },
  { name: 'packed content', weight: 2, apply: onDocument(changedPackedStream) },
  { name: 'filter', weight: 3, apply: onDocument(otherFilter) },
  { name: 'length that lies', weight: 1, apply: onText(replacedOne(/(?<=\/Length )\d+/g, strange)) },
  { name: 'table', weight: 2, apply: onText(replacedOne(/\d{10}(?= \d{5} [nf])/g, otherOffset), false) },
  { name: 'trailer', weight: 1, apply: onText(otherTrailer, false) },
];

type ChangeText = (text: string, random: Random) => string | null;
type ChangeDocument = (document: Document, random: Random) => string | null;

function onText(change: ChangeText, isRepaired = true): Mutation['apply'] {
  return (file, random) => {
    const changed = change(Buffer.from(file).toString('latin1'), random);
    if (changed === null) return null;
    // Most readers look at the table first: without a sound one few get to see the rest.
    return bytesOf(isRepaired && random.chance(0.85) ? withTable(changed) : changed);
  };
}

function onDocument(change: ChangeDocument): Mutation['apply'] {
  return onText((text, random) => {
    const objects = Array.from(text.matchAll(/\b\d+ \d+ obj\b([^]*?)endobj/g), (found) => {
      const end = found.index + found[0].length - 'endobj'.length;
      return { start: end - found[1]!.length, end };
    });
    return objects.length > 0 ? change({ text, objects }, random) : null;
  });
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** The document with a cross-reference table of where its objects are now. One without a table keeps what it has. */
function withTable(text: string): string {
  const at = text.lastIndexOf('\nxref');
  const trailer = /trailer\s*(<<[^]*>>)\s*startxref/.exec(text.slice(at))?.[1];
  if (at < 0 || trailer === undefined) return text;
  const body = text.slice(0, at + 1);
  const places = new Map<number, number>();
  for (const found of body.matchAll(/(?<=\s)(\d+) \d+ obj\b/g)) places.set(Number(found[1]), found.index);
  const size = Math.min(10_000, Math.max(0, ...places.keys())) + 1;
  const rows = Array.from({ length: size }, (_, number) => {
    const place = places.get(number);
    return `${String(place ?? 0).padStart(10, '0')} ${place === undefined ? '65535 f' : '00000 n'} \n`;
  });
  return `${body}xref\n0 ${size}\n${rows.join('')}trailer\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`;
}

/** One place that a pattern finds, written anew; streams are left alone where the pattern could meet them by chance. */
function replacedOne(pattern: RegExp, change: (found: string, random: Random) => string): ChangeText {
  return (text, random) => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return null;
    const { index, 0: old } = random.one(found);
    return text.slice(0, index) + change(old, random) + text.slice(index + old.length);
  };
}

function strange(found: string, random: Random): string {
  const value = Number(found);
  const others = [value + 1, value - 1, -value, value * 10, value / 3, random.one(LARGE_EDGES)];
  return random.chance(0.9)
    ? String(random.one(others))
    : random.one(['1e9', '--1', '.', '99999999999999', '0.00000001', '-2147483649']);
}

function otherOffset(_found: string, random: Random): string {
  return String(random.one([...LARGE_EDGES, random.below(20_000)]))
    .padStart(10, '0')
    .slice(-10);
}

function otherTrailer(text: string, random: Random): string | null {
  const at = text.lastIndexOf('trailer');
  if (at < 0) return null;
  const changes = [
    ['/Root', '/Toor'],
    ['/Size', '/Prev 20 /Size'],
    ['startxref', 'startxerf'],
    ['trailer', 'trialer'],
    ['/Root', '/Encrypt 3 0 R/Root'],
    ['/Root', '/XRefStm 100/Root'],
    ['%%EOF', ''],
  ] as const;
  const [from, to] = random.one(changes);
  return text.slice(0, at) + text.slice(at).replace(from, to);
}

/** A reference that names another object. */
function otherReference({ text, objects }: Document, random: Random): string | null {
  const number = random.chance(0.9) ? 1 + random.below(objects.length) : random.one(LARGE_EDGES);
  return replacedOne(/\b\d+(?= 0 R)/g, () => String(number))(text, random);
}

const NAME = /\/[A-Za-z][A-Za-z0-9+.-]*/g;
const STRANGE_NAMES = [
  '/Crypt',
  '/JPXDecode',
  '/Pattern',
  '/Type3',
  '/Form',
  '/PS',
  '/JBIG2Decode',
  '/Separation',
  '/Nonsense',
  '/A#00B',
  '/',
];

/** A name in the place of another one of the document. */
function otherName({ text }: Document, random: Random): string | null {
  const names = text.match(NAME) ?? [];
  if (names.length === 0) return null;
  return replacedOne(NAME, () => random.one(random.chance(0.8) ? names : STRANGE_NAMES))(text, random);
}

function withoutObject({ text, objects }: Document, random: Random): string {
  const { start, end } = random.one(objects);
  return `${text.slice(0, start)} null ${text.slice(end)}`;
}

function swappedObjects({ text, objects }: Document, random: Random): string | null {
  const [one, other] = [random.one(objects), random.one(objects)].sort((a, b) => a.start - b.start);
  if (one === other || !one || !other) return null;
  const body = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  return (
    text.slice(0, one.start) +
    body(other) +
    text.slice(one.end, other.start) +
    body(one) +
    text.slice(other.end)
  );
}

/** A later revision of an object, as incremental updates append it. */
function doubledObject({ text, objects }: Document, random: Random): string {
  const { start, end } = random.one(objects);
  const at = text.lastIndexOf('\nxref') + 1 || text.length;
  const number = 1 + random.below(objects.length + 2);
  return `${text.slice(0, at)}${number} 0 obj${text.slice(start, end)}endobj\n${text.slice(at)}`;
}

const ENTRY =
  /\/[A-Za-z][A-Za-z0-9]*\s*(?:\/[A-Za-z0-9+.-]+|\d+ 0 R|-?[\d.]+|\[[^[\]]*\]|\([^()]*\)|<<[^<>]*>>)/g;

function withoutEntry({ text }: Document, random: Random): string | null {
  return replacedOne(ENTRY, () => '')(text, random);
}

function otherType({ text }: Document, random: Random): string | null {
  const values = [
    'null',
    'true',
    '[]',
    '<<>>',
    '()',
    '<FEFF>',
    '/X',
    '0',
    '-1',
    '1 0 R',
    '[1 0 R]',
    '[[[[]]]]',
    '9999 0 R',
    '<< /A',
  ];
  return replacedOne(ENTRY, (found) => `${/^\/[A-Za-z0-9]*/.exec(found)![0]} ${random.one(values)}`)(
    text,
    random,
  );
}

interface StreamPlace {
  /** The whole object body. */
  readonly start: number;
  readonly end: number;
  readonly dictionary: string;
  readonly data: string;
}

function streamsOf({ text, objects }: Document): StreamPlace[] {
  return objects.flatMap(({ start, end }) => {
    const found = /^([^]*?)\bstream\r?\n([^]*?)\r?\nendstream\s*$/.exec(text.slice(start, end));
    return found ? [{ start, end, dictionary: found[1]!, data: found[2]! }] : [];
  });
}

/** A stream written anew, with its right length most times. */
function rewritten(
  text: string,
  { start, end, dictionary }: StreamPlace,
  data: string,
  random: Random,
): string {
  const length = random.chance(0.95) ? data.length : random.below(70_000);
  const measured = dictionary.replace(/\/Length \d+( 0 R)?/, `/Length ${length}`);
  return `${text.slice(0, start)}${measured}stream\n${data}\nendstream\n${text.slice(end)}`;
}

/** What a stream says, changed and packed again. */
function changedStream(document: Document, random: Random): string | null {
  const streams = streamsOf(document);
  if (streams.length === 0) return null;
  const stream = random.one(streams);
  const isFlate = /\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(stream.dictionary);
  let plain = Buffer.from(stream.data, 'latin1');
  try {
    if (isFlate) plain = inflateSync(plain, { maxOutputLength: 1 << 22 });
  } catch {
    return null; // An earlier mutation broke the stream.
  }
  if (plain.length === 0) return null;
  const changed =
    isText(plain) && random.chance(0.8)
      ? changedWords(plain.toString('latin1'), random)
      : Buffer.from(noisy(plain, random)).toString('latin1');
  const data = isFlate ? deflateSync(Buffer.from(changed, 'latin1')).toString('latin1') : changed;
  return rewritten(document.text, stream, data, random);
}

function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 200).every((byte) => byte >= 9 && byte < 127);
}

const OPERATORS = [
  'q',
  'Q',
  'cm',
  'Do',
  're',
  'f',
  'W n',
  'BT',
  'ET',
  'Tj',
  'Tf',
  'Td',
  'gs',
  'sh',
  'BI',
  'ID',
  'EI',
  'BDC',
  'EMC',
  'd0',
  'd1',
  'scn',
  'cs',
  'Tr',
  '/X Do',
  '[] 0 d',
  '1e30',
  '(',
  ')',
  '<<',
  ']',
  '%',
];

/** Operands and operators exchanged, doubled, left out. */
function changedWords(content: string, random: Random): string {
  const words = content.split(/(?<=\s)/);
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = random.below(words.length);
    const how = random.below(4);
    if (how === 0) words.splice(at, 1);
    else if (how === 1) words.splice(at, 0, `${random.one(OPERATORS)} `);
    else if (how === 2) words.splice(at, 0, random.one(words.length > 0 ? words : ['']));
    else words[at] = `${strange(/-?[\d.]+/.exec(words[at] ?? '')?.[0] ?? '1', random)} `;
  }
  return words.join('');
}

function changedPackedStream(document: Document, random: Random): string | null {
  const streams = streamsOf(document);
  if (streams.length === 0) return null;
  const stream = random.one(streams);
  const bytes = Buffer.from(stream.data, 'latin1');
  const changed = random.chance(0.7)
    ? noisy(bytes, random, 4)
    : bytes.subarray(0, random.below(bytes.length + 1));
  return rewritten(document.text, stream, Buffer.from(changed).toString('latin1'), random);
}

const FILTERS = [
  '/Filter/FlateDecode',
  '/Filter[/FlateDecode/FlateDecode]',
  '/Filter/ASCIIHexDecode',
  '/Filter/ASCII85Decode',
  '/Filter/LZWDecode',
  '/Filter/RunLengthDecode',
  '/Filter/DCTDecode',
  '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 1728>>',
  '/Filter/JPXDecode',
  '/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 5>>',
  '/Filter/FlateDecode/DecodeParms<</Predictor 2/Colors 3/Columns 40>>',
  '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 99999999>>',
  '/Filter/Crypt',
  '/F(other.bin)',
];

function otherFilter(document: Document, random: Random): string | null {
  const streams = streamsOf(document);
  if (streams.length === 0) return null;
  const stream = random.one(streams);
  const plain = stream.dictionary
    .replace(/\/Filter\s*(\/\w+|\[[^\]]*\])/, '')
    .replace(/\/DecodeParms\s*<<[^<>]*>>/, '');
  const dictionary = plain.replace(/<</, `<<${random.one(FILTERS)}`);
  return rewritten(document.text, { ...stream, dictionary }, stream.data, random);
}
