import { paeth } from '../../../containers/png/paeth.ts';

/** Parameters of LZWDecode and FlateDecode (ISO 32000-1, table 8). */
interface PredictorParams {
  readonly predictor: number;
  readonly colors: number;
  readonly bitsPerComponent: number;
  readonly columns: number;
}

/** DeviceN has 32 at most (ISO 32000-1, Annex C.2). */
const MAX_COLORS = 256;

/**
 * Undoes a PNG or TIFF predictor, in the place of the data: a picture may take a quarter of a gigabyte. Data that stops early
 * gives what is there.
 */
export function undoPredictor(data: Uint8Array, params: PredictorParams): Uint8Array {
  if (params.predictor <= 1 || !(params.colors >= 1 && params.colors <= MAX_COLORS)) return data;
  const sampleBits = params.colors * params.bitsPerComponent;
  const rowBytes = Math.ceil((sampleBits * params.columns) / 8);
  if (!(rowBytes > 0) || rowBytes > 1 << 28) return data;
  if (params.predictor === 2) return undoTiff(data, params, rowBytes);
  return undoPng(data, rowBytes, Math.max(1, sampleBits >> 3));
}

function undoPng(data: Uint8Array, rowBytes: number, unit: number): Uint8Array {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  // What is written never passes what is read: each row gets shorter by a byte.
  const out = data.subarray(0, Math.max(0, data.length - rows));
  // No view for each row: a row may be a single byte.
  for (let row = 0, from = 0, to = 0; row < rows; row++) {
    const filter = data[from++]!;
    const count = Math.min(rowBytes, data.length - from);
    for (let i = 0; i < count; i++, to++) {
      const left = i >= unit ? out[to - unit]! : 0;
      const up = row > 0 ? out[to - rowBytes]! : 0;
      let value = data[from + i]!;
      if (filter === 1) value += left;
      else if (filter === 2) value += up;
      else if (filter === 3) value += (left + up) >> 1;
      else if (filter === 4) value += paeth(left, up, row > 0 && i >= unit ? out[to - unit - rowBytes]! : 0);
      out[to] = value;
    }
    from += count;
  }
  return out;
}

function undoTiff(data: Uint8Array, params: PredictorParams, rowBytes: number): Uint8Array {
  const { colors, bitsPerComponent: bits, columns } = params;
  const out = data;
  for (let start = 0; start < out.length; start += rowBytes) {
    const row = out.subarray(start, start + rowBytes);
    if (bits === 8) for (let i = colors; i < row.length; i++) row[i] = row[i]! + row[i - colors]!;
    else if (bits === 16) {
      for (let i = colors * 2; i + 1 < row.length; i += 2) {
        const sum = row[i]! * 256 + row[i + 1]! + row[i - colors * 2]! * 256 + row[i - colors * 2 + 1]!;
        row[i] = sum >> 8;
        row[i + 1] = sum;
      }
    } else undoTiffBits(row, colors, bits, columns);
  }
  return out;
}

function undoTiffBits(row: Uint8Array, colors: number, bits: number, columns: number): void {
  const mask = (1 << bits) - 1;
  const sums = new Array<number>(colors).fill(0);
  for (let sample = 0; sample < columns * colors; sample++) {
    const at = sample * bits;
    const shift = 8 - bits - (at & 7);
    const byte = at >> 3;
    if (byte >= row.length) return;
    const value = ((row[byte]! >> shift) + sums[sample % colors]!) & mask;
    sums[sample % colors] = value;
    row[byte] = (row[byte]! & ~(mask << shift)) | (value << shift);
  }
}
