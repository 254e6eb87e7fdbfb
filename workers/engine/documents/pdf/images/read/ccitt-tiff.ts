import type { PdfDocument } from '../../model/document.ts';
import type { FilterStep } from '../../filters/decode-stream.ts';

/** Parameters of CCITTFaxDecode that matter here (ISO 32000-1, table 11). */
interface FaxParams {
  readonly k: number;
  readonly columns: number;
  readonly isOneBlack: boolean;
  readonly isByteAligned: boolean;
}

/** The parameters of a fax filter, with the standard's defaults. */
export function faxParams(filter: FilterStep, document: PdfDocument): FaxParams {
  const { params } = filter;
  return {
    k: document.number(params?.get('K')) ?? 0,
    columns: document.number(params?.get('Columns')) ?? 1728,
    isOneBlack: document.resolve(params?.get('BlackIs1')) === true,
    isByteAligned: document.resolve(params?.get('EncodedByteAlign')) === true,
  };
}

/**
 * Wraps fax data in a TIFF, which picture codecs can read.
 * @param data fax rows without byte alignment
 * @returns a TIFF whose decoded samples are 0 for black
 */
export function wrapFaxAsTiff(data: Uint8Array, width: number, height: number, k: number): Uint8Array {
  const isGroup4 = k < 0;
  const entries: [tag: number, type: number, value: number][] = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 1],
    [259, 3, isGroup4 ? 4 : 3],
    [262, 3, 0],
    [266, 3, 1],
    [273, 4, 0],
    [277, 3, 1],
    [278, 4, height],
    [279, 4, data.length],
    ...(isGroup4 ? [] : [[292, 4, k > 0 ? 1 : 0] as [number, number, number]]),
  ];
  const start = 8 + 2 + entries.length * 12 + 4;
  const tiff = new Uint8Array(start + data.length);
  const view = new DataView(tiff.buffer);
  tiff.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  view.setUint16(8, entries.length, true);
  entries.forEach(([tag, type, value], index) => {
    const at = 10 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, 1, true);
    view.setUint32(at + 8, tag === 273 ? start : value, true);
  });
  tiff.set(data, start);
  return tiff;
}
