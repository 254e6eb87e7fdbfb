import { change } from '../../../api/report/findings.ts';
import type { Findings } from '../../../api/report/report.ts';
import { latin1, latin1Bytes } from '../../../base/bytes.ts';
import { setFilters } from '../filters/set-filters.ts';
import type { PdfStream } from '../model/objects.ts';
import type { PdfJob } from '../flow/pdf-job.ts';

/**
 * Takes the editing history, thumbnails and padding out of the document's XMP packet. Title, author, dates,
 * rights and claims stay. PDF/A and PDF/E documents keep their history; packets that are not UTF-8 are left alone.
 */
export async function cleanMetadata(job: PdfJob): Promise<Partial<Findings>> {
  const stream = job.document.stream(job.document.catalog?.get('Metadata'));
  const bytes = stream && (await packetOf(job, stream));
  if (!bytes || !isAsciiCompatible(bytes)) return {};
  const text = latin1(bytes);
  const cleaned = cutPadding(job.claims.rules.isArchive ? text : withoutPrivateElements(text));
  // In bytes before deflating.
  const savedBytes = text.length - cleaned.length;
  if (savedBytes <= 0) return {};
  setFilters(stream.dict, undefined);
  stream.data = latin1Bytes(cleaned);
  return { changes: [change('metadata-cleaned', { savedBytes })] };
}

/** @returns undefined where it cannot be read */
async function packetOf(job: PdfJob, stream: PdfStream): Promise<Uint8Array | undefined> {
  return (await job.orLeave(stream, () => job.decode(stream)))?.bytes;
}

/** Not UTF-16 or UTF-32, by its byte order mark or by the zeros of its first characters. */
function isAsciiCompatible(bytes: Uint8Array): boolean {
  return bytes[0] !== 0 && bytes[1] !== 0 && bytes[0] !== 0xfe && bytes[0] !== 0xff;
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

function withoutPrivateElements(xmp: string): string {
  let text = xmp;
  for (const name of PRIVATE_ELEMENTS) text = cutElements(text, name);
  return text;
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
