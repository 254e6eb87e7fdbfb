import { EngineError } from '../../api/errors.ts';
import type { DocumentKind } from '../../api/kinds.ts';
import type { DeflateCodec } from '../../codecs/ports/deflate-codec.ts';
import { decodeXml } from '../../containers/xml/read-xml.ts';
import { readZipDirectory } from '../../containers/zip/zip-directory.ts';
import { InflateBudget, ZipReader } from '../../containers/zip/zip-reader.ts';
import type { OfficeKind } from './office-kind.ts';
import { kindOfMainPart, OFFICE_KINDS } from './office-kinds.ts';
import { CONTENT_TYPES_NAME } from './package/content-types.ts';
import { findMainPart } from './package/main-part.ts';
import type { OpcPackage, Part } from './package/opc-package.ts';
import { partKey } from './package/part-names.ts';
import { contentBytes } from './part-kinds.ts';
import { MOST_INFLATED_RATIO, SNIFFED_TYPES_BYTES } from './tuning.ts';

/**
 * The kind that the content types of a whole zip archive name, and the bytes by which the work on it goes: at most four times
 * those of the archive.
 * @returns no kind where they name none of ours, or cannot be read
 */
export async function identifyZip(
  source: Uint8Array,
  deflate: DeflateCodec,
): Promise<{ readonly kind?: DocumentKind | undefined; readonly workBytes: number }> {
  const entries = readZipDirectory(source);
  const workBytes = Math.min(contentBytes(entries), MOST_INFLATED_RATIO * source.length);
  const entry = entries.find(({ name }) => partKey(name) === partKey(CONTENT_TYPES_NAME));
  if (!entry || entry.size > SNIFFED_TYPES_BYTES) return { workBytes };
  const xml = await new ZipReader(deflate, new InflateBudget(SNIFFED_TYPES_BYTES)).read(entry);
  const types = decodeXml(xml).toLowerCase();
  return { kind: OFFICE_KINDS.find(({ mainType }) => types.includes(mainType))?.kind, workBytes };
}

/**
 * The kind of a document that comes alone, and its main part.
 * @throws EngineError "unsupported" for other office files, with what it is and what to do; "damaged" without a main part
 */
export function identifyDocument(opc: OpcPackage): { readonly kind: OfficeKind; readonly main: Part } {
  const main = findMainPart(opc);
  if (!main) {
    throw new EngineError(
      'damaged',
      'The file is damaged: its main part cannot be found. Open it in your office program, let it be repaired, save it and try again.',
    );
  }
  const kind = kindOfMainPart(main);
  if (!kind || !main.contentType.includes(kind.mainType))
    throw new EngineError('unsupported', refusalOf(main));
  return { kind, main };
}

function refusalOf({ contentType }: Part): string {
  const relative = OFFICE_KINDS.flatMap(({ refusals }) => refusals).find(({ type }) =>
    type.test(contentType),
  );
  if (relative) return relative.message;
  const wanted = OFFICE_KINDS.map(({ name }) => name).join(' or ');
  const other = OTHERS.find(({ type }) => type.test(contentType));
  return other ? `This is ${other.name}, not a ${wanted}.` : `This is an office file, but not a ${wanted}.`;
}

const OTHERS = [
  { type: /wordprocessingml|ms-word/, name: 'a Word document' },
  { type: /spreadsheetml|ms-excel/, name: 'an Excel workbook' },
  { type: /visio/, name: 'a Visio drawing' },
];
