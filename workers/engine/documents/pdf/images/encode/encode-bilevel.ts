import { equalBytes } from '../../../../base/bytes.ts';
import { unboundedRenderBudget } from '../../../../budget/render-budget.ts';
import { isEngineError } from '../../../../api/errors.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import type { Bitmap } from '../jbig2/bitmap.ts';
import { decodeBitmap } from '../jbig2/decode-bitmap.ts';
import { encodePlain, encodeWithSymbols, type WithSymbols } from '../jbig2/encode-bitmaps.ts';

/** A bitmap, and the bytes that it takes now. */
export interface StoredBitmap {
  readonly bitmap: Bitmap;
  readonly storedBytes: number;
}

/** Bitmaps as JBIG2, with what they share. */
interface EncodedBitmaps {
  /** Symbols for the JBIG2Globals of those that use them; empty where none does. */
  readonly symbols: Uint8Array;
  /** In the order of the bitmaps. */
  readonly bitmaps: readonly EncodedBitmap[];
}

interface EncodedBitmap {
  readonly data: Uint8Array;
  readonly usesSymbols: boolean;
}

/**
 * Bitmaps as JBIG2 without loss: by their letters, which pages of a scan share, or row by row, whichever is shorter. What is
 * coded by letters was decoded again and has the same pixels.
 */
export async function encodeBilevel(job: PdfJob, stored: readonly StoredBitmap[]): Promise<EncodedBitmaps> {
  const plain = stored.map(({ bitmap }) => encodePlain(bitmap));
  const lengthWithout = (index: number): number => Math.min(plain[index]!.length, stored[index]!.storedBytes);
  const found = await withSymbols(job, stored, lengthWithout);
  return {
    symbols: found?.symbols ?? new Uint8Array(),
    bitmaps: plain.map((data, index) => {
      const page = found?.pages.get(index);
      return page ? { data: page, usesSymbols: true } : { data, usesSymbols: false };
    }),
  };
}

interface ProvenPages {
  readonly symbols: Uint8Array;
  /** By index of the bitmap. */
  readonly pages: ReadonlyMap<number, Uint8Array>;
}

/** @returns undefined where symbols take more than they save */
async function withSymbols(
  job: PdfJob,
  stored: readonly StoredBitmap[],
  lengthWithout: (index: number) => number,
): Promise<ProvenPages | undefined> {
  let chosen = [...stored.keys()];
  // Pages that are no text make the symbols of the others longer: they are coded without them once they are known.
  for (let round = 0; round < 2 && chosen.length > 0; round++) {
    const encoded = encodeWithSymbols(chosen.map((index) => stored[index]!.bitmap));
    if (!encoded) return undefined;
    const pages = new Map(chosen.map((index, at) => [index, encoded.pages[at]!]));
    const shorter = chosen.filter(
      (index, at) => encoded.pages[at]!.length + encoded.shares[at]! < lengthWithout(index),
    );
    const saved = shorter.reduce((sum, index) => sum + lengthWithout(index) - pages.get(index)!.length, 0);
    if (shorter.length === chosen.length && saved > encoded.symbols.length)
      return proven(job, stored, { symbols: encoded.symbols, pages });
    chosen = shorter;
  }
  return undefined;
}

/** Those pages that decode to their own bitmaps. */
async function proven(
  job: PdfJob,
  stored: readonly StoredBitmap[],
  { symbols, pages }: ProvenPages,
): Promise<ProvenPages> {
  const same = new Map<number, Uint8Array>();
  for (const [index, data] of pages) {
    job.context.signal.throwIfAborted();
    if (await decodesTo(job, { symbols, data }, stored[index]!.bitmap)) same.set(index, data);
  }
  return { symbols, pages: same };
}

async function decodesTo(
  { bitmapDecoding }: PdfJob,
  { symbols, data }: Pick<WithSymbols, 'symbols'> & { readonly data: Uint8Array },
  bitmap: Bitmap,
): Promise<boolean> {
  try {
    // What we have written takes no more than the picture budget has allowed.
    const decoding = { ...bitmapDecoding, budget: unboundedRenderBudget() };
    const decoded = await decodeBitmap({ data, globals: symbols }, bitmap, decoding);
    return equalBytes(bitmap.data, decoded.data);
  } catch (error) {
    if (isEngineError(error)) return false;
    throw error;
  }
}
