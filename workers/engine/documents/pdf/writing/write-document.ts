import { concatBytes, latin1Bytes } from '../../../base/bytes.ts';
import type { DeflateCodec } from '../../../codecs/ports/deflate-codec.ts';
import type { DocumentEncryption, PdfDocument } from '../model/document.ts';
import { PdfDict, PdfName, PdfRef, PdfStream, type PdfObject } from '../model/objects.ts';
import { moveOutStreamValues, layOut, type FileLayout } from './file-layout.ts';
import { serialize, type Renumber } from './serialize.ts';
import { OBJECTS_PER_STREAM } from '../tuning.ts';

interface WriteOptions {
  readonly deflate: DeflateCodec;
  /** Deflate level for object and cross-reference streams, 1 to 12. */
  readonly level: number;
  /** Plain objects and a cross-reference table, as PDF 1.4 and older have them. */
  readonly classic: boolean;
}

/**
 * Writes a document compactly. Values may be moved out of stream dictionaries; nothing else changes.
 * Unreachable objects are written too: collect garbage first.
 */
export async function writeDocument(document: PdfDocument, options: WriteOptions): Promise<Uint8Array> {
  if (!options.classic) moveOutStreamValues(document);
  const layout = layOut(document);
  const writer = new FileWriter(document, layout);
  writer.text(`%PDF-${header(document.version, options.classic)}\n%\xe2\xe3\xcf\xd3\n`);
  if (options.classic) {
    for (const num of layout.packs.flat()) writer.plain(num);
    for (const num of layout.streams)
      writer.stream(layout.numbers.get(num)!, document.objects.get(num) as PdfStream);
    writer.classicEnd();
    return writer.bytes();
  }
  for (const num of layout.streams)
    writer.stream(layout.numbers.get(num)!, document.objects.get(num) as PdfStream);
  for (const pack of layout.packs) await writer.pack(pack, options);
  await writer.modernEnd(options);
  return writer.bytes();
}

function header(version: string, classic: boolean): string {
  return classic || version >= '1.5' ? version : '1.5';
}

/** Where a written object stands: `[1, offset]`, or `[2, object stream, index]`. */
type Row = readonly [1, number, 0] | readonly [2, number, number];

class FileWriter {
  private readonly chunks: Uint8Array[] = [];
  private readonly rows = new Map<number, Row>();
  private readonly document: PdfDocument;
  private readonly renumber: Renumber;
  private offset = 0;
  private nextNumber: number;

  constructor(document: PdfDocument, layout: FileLayout) {
    this.document = document;
    this.renumber = (num) => layout.numbers.get(num) ?? 0;
    this.nextNumber = layout.numbers.size + 1;
  }

  text(text: string): void {
    this.append(latin1Bytes(text));
  }

  private append(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.offset += bytes.length;
  }

  plain(num: number): void {
    const written = this.renumber(num);
    this.rows.set(written, [1, this.offset, 0]);
    const object = this.hidden(this.document.objects.get(num)!, written);
    this.text(`${written} 0 obj\n${serialize(object, this.renumber)}\nendobj\n`);
  }

  stream(written: number, plain: PdfStream): void {
    this.rows.set(written, [1, this.offset, 0]);
    const stream = this.hidden(plain, written) as PdfStream;
    const dict = stream.dict.clone();
    dict.set('Length', stream.data.length);
    this.text(`${written} 0 obj\n${serialize(dict, this.renumber)}stream\n`);
    this.append(stream.data);
    this.text('\nendstream\nendobj\n');
  }

  /** The object as it is written: encrypted where the document is. */
  private hidden(object: PdfObject, written: number): PdfObject {
    return this.document.encryption?.encrypt(object, written) ?? object;
  }

  /** The encryption dictionary, which is not encrypted itself. @returns the number that the trailer names */
  private encryptionNumber({ dict }: DocumentEncryption): number {
    const number = this.nextNumber++;
    this.rows.set(number, [1, this.offset, 0]);
    this.text(`${number} 0 obj\n${serialize(dict)}\nendobj\n`);
    return number;
  }

  /** An object stream (ISO 32000-1, 7.5.7). */
  async pack(nums: readonly number[], options: WriteOptions): Promise<void> {
    const number = this.nextNumber++;
    let head = '';
    let body = '';
    for (const [index, num] of nums.entries()) {
      const written = this.renumber(num);
      this.rows.set(written, [2, number, index]);
      head += `${head ? ' ' : ''}${written} ${body.length}`;
      body += `${serialize(this.document.objects.get(num)!, this.renumber)} `;
    }
    const dict = new PdfDict([
      ['Type', PdfName.of('ObjStm')],
      ['N', nums.length],
      ['First', head.length + 1],
    ]);
    this.stream(number, await deflated(dict, latin1Bytes(`${head} ${body}`), options));
  }

  /** A cross-reference stream (ISO 32000-1, 7.5.8) with the PNG "up" predictor. */
  async modernEnd(options: WriteOptions): Promise<void> {
    const { encryption } = this.document;
    const encrypt = encryption && this.encryptionNumber(encryption);
    const number = this.nextNumber++;
    const start = this.offset;
    this.rows.set(number, [1, start, 0]);
    // Numbers of object streams stand in the same place as offsets.
    const offsetBytes = bytesOf(Math.max(start, number));
    const indexBytes = bytesOf(Math.min(OBJECTS_PER_STREAM, number));
    const width = 1 + offsetBytes + indexBytes;
    const table = new Uint8Array((width + 1) * (number + 1));
    const previous = new Uint8Array(width);
    for (let num = 0; num <= number; num++) {
      const [type, place, index] = this.rows.get(num) ?? [0, 0, 255];
      const at = num * (width + 1);
      table[at] = 2;
      const current = new Uint8Array(width);
      current[0] = type;
      for (let i = 0; i < offsetBytes; i++) current[offsetBytes - i] = Math.floor(place / 256 ** i) & 255;
      for (let i = 0; i < indexBytes; i++) current[width - 1 - i] = (index >> (8 * i)) & 255;
      for (let i = 0; i < width; i++) table[at + 1 + i] = current[i]! - previous[i]!;
      previous.set(current);
    }
    const dict = this.trailer(number + 1, encrypt);
    dict.set('Type', PdfName.of('XRef'));
    dict.set('W', [1, offsetBytes, indexBytes]);
    const params: [string, PdfObject][] = [
      ['Predictor', 12],
      ['Columns', width],
    ];
    dict.set('DecodeParms', new PdfDict(params));
    const stream = await deflated(dict, table, options);
    // The trailer's references were renumbered already.
    stream.dict.set('Length', stream.data.length);
    this.text(`${number} 0 obj\n${serialize(stream.dict)}stream\n`);
    this.append(stream.data);
    this.text(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`);
  }

  classicEnd(): void {
    const { encryption } = this.document;
    const encrypt = encryption && this.encryptionNumber(encryption);
    const start = this.offset;
    const size = this.nextNumber;
    let text = `xref\n0 ${size}\n0000000000 65535 f \n`;
    for (let num = 1; num < size; num++) {
      text += `${String(this.rows.get(num)?.[1] ?? 0).padStart(10, '0')} 00000 n \n`;
    }
    this.text(`${text}trailer\n${serialize(this.trailer(size, encrypt))}\nstartxref\n${start}\n%%EOF\n`);
  }

  private trailer(size: number, encrypt: number | undefined): PdfDict {
    const dict = new PdfDict([['Size', size]]);
    if (encrypt !== undefined) dict.set('Encrypt', new PdfRef(encrypt));
    for (const key of ['Root', 'Info', 'ID']) {
      const value = this.document.trailer.get(key);
      // Programs that pass over what is no dictionary in a trailer that they mend complain of it in an intact one.
      if (key === 'Info' && !this.document.dict(value)) continue;
      if (value instanceof PdfRef) dict.set(key, new PdfRef(this.renumber(value.num)));
      else if (value !== undefined) dict.set(key, value);
    }
    return dict;
  }

  bytes(): Uint8Array {
    return concatBytes(this.chunks);
  }
}

/** Bytes that hold a whole number, big-endian. */
function bytesOf(number: number): number {
  return Math.max(1, Math.ceil(Math.log2(number + 1) / 8));
}

async function deflated(dict: PdfDict, bytes: Uint8Array, options: WriteOptions): Promise<PdfStream> {
  dict.set('Filter', PdfName.of('FlateDecode'));
  return new PdfStream(dict, await options.deflate.deflate(bytes, { format: 'zlib', level: options.level }));
}
