import { latin1, latin1Bytes } from '../../../base/bytes.ts';
import { setFilters } from '../filters/set-filters.ts';
import type { PdfJob } from '../flow/pdf-job.ts';

/**
 * Takes the editing history, thumbnails and padding out of the document's XMP packet. Title, author, dates,
 * rights and claims stay. PDF/A and PDF/E documents keep their history; packets that are not UTF-8 are left alone.
 * @returns bytes taken out, before deflating
 */
export async function cleanMetadata(job: PdfJob): Promise<number> {
  const stream = job.document.stream(job.document.catalog?.get('Metadata'));
  if (!stream) return 0;
  let bytes: Uint8Array;
  try {
    bytes = (await job.decode(stream)).bytes;
  } catch (error) {
    if (job.judge(error, stream)?.code === 'limit-exceeded') throw error;
    return 0;
  }
  if (bytes[0] === 0 || bytes[1] === 0 || bytes[0] === 0xfe || bytes[0] === 0xff) return 0;
  const text = latin1(bytes);
  const cleaned = cleanXmp(text, job.claims.rules.isArchive ? [] : PRIVATE_ELEMENTS);
  if (cleaned.length >= text.length) return 0;
  setFilters(stream.dict, undefined);
  stream.data = latin1Bytes(cleaned);
  return text.length - cleaned.length;
}

/** Elements that say how a file was made, or picture it, and never what it is. */
const PRIVATE_ELEMENTS = [
  'xmpMM:History',
  'xmpMM:Ingredients',
  'xmpMM:Pantry',
  'xmpMM:Versions',
  'xmp:Thumbnails',
  'xap:Thumbnails',
  'photoshop:DocumentAncestors',
];

/**
 * @param xmp the packet, one character a byte
 * @param elements names of elements to cut
 */
export function cleanXmp(xmp: string, elements: readonly string[] = PRIVATE_ELEMENTS): string {
  let text = xmp;
  for (const name of elements) text = cutElements(text, name);
  return cutPadding(text);
}

const PACKET_END = '<?xpacket end';

/** Cuts the white space before the end of the packet, in linear time whatever the text. */
function cutPadding(text: string): string {
  for (let end = text.indexOf(PACKET_END); end >= 0; end = text.indexOf(PACKET_END, end + 1)) {
    let start = end;
    while (start > 0 && /\s/.test(text[start - 1]!)) start--;
    if (start < end) return `${text.slice(0, start)}\n${text.slice(end)}`;
  }
  return text;
}

/** Cuts by searching for the tags, in linear time whatever the text. */
function cutElements(text: string, name: string): string {
  const close = `</${name}>`;
  let result = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(`<${name}`, from);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return result + text.slice(from);
    const next = text[start + name.length + 1];
    const isWhole = next === '>' || next === ' ' || next === '\n' || next === '\r' || next === '\t';
    result += text.slice(from, isWhole ? start : end + close.length);
    from = end + close.length;
  }
}
