import type { DeflateCodec } from '../../codecs/ports/deflate-codec.ts';
import { EngineError, isEngineError } from '../../api/errors.ts';
import { ENGINE_LIMITS } from '../../api/limits.ts';
import { crc32 } from '../../base/crc32.ts';
import { STORED, type ZipEntry } from './zip-entry.ts';

/**
 * Counts all that is inflated from one file the user sent, nested packages included.
 * Reading the same entry twice counts twice: work is what is bounded.
 */
export class InflateBudget {
  private leftBytes: number;

  constructor(bytes: number = ENGINE_LIMITS.maxInflatedBytes) {
    this.leftBytes = bytes;
  }

  get left(): number {
    return this.leftBytes;
  }

  /** @throws EngineError "limit-exceeded" when nothing is left */
  spend(bytes: number): void {
    this.leftBytes -= bytes;
    if (this.leftBytes < 0) throw tooMuch();
  }
}

/** Unpacks entries of a zip archive with limits counted while inflating. */
export class ZipReader {
  private readonly deflate: DeflateCodec;
  private readonly budget: InflateBudget;

  constructor(deflate: DeflateCodec, budget: InflateBudget) {
    this.deflate = deflate;
    this.budget = budget;
  }

  /**
   * Unpacks one entry.
   * @returns its bytes; a view of the archive when the entry is stored
   * @throws EngineError "damaged" when it does not inflate, has another length or checksum than declared;
   *         "limit-exceeded" when it inflates more than 200 times (above 10 MB) or past the budget of the file
   */
  async read(entry: ZipEntry): Promise<Uint8Array> {
    const bytes = entry.method === STORED ? entry.packed : await this.inflate(entry);
    this.budget.spend(bytes.length);
    if (bytes.length !== entry.size || crc32(bytes) !== entry.crc32) throw broken(entry);
    return bytes;
  }

  private async inflate(entry: ZipEntry): Promise<Uint8Array> {
    const allowed = Math.max(
      ENGINE_LIMITS.zipRatioFromBytes,
      entry.packed.length * ENGINE_LIMITS.maxZipRatio,
    );
    if (entry.size > Math.min(allowed, this.budget.left)) throw tooMuch();
    try {
      // One byte more than declared is enough to find a wrong size early.
      return await this.deflate.inflate(entry.packed, { format: 'raw', maxOutputBytes: entry.size + 1 });
    } catch (error) {
      // It was stopped at its declared size, not at a limit of ours: the declaration is wrong.
      if (isEngineError(error)) throw broken(entry, error);
      throw error;
    }
  }
}

function broken(entry: ZipEntry, cause?: unknown): EngineError {
  return new EngineError(
    'damaged',
    `The file is damaged: its part ${shortName(entry.name)} cannot be read. Open it in your office program, save it and try again.`,
    { cause },
  );
}

function shortName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).slice(0, 80);
}

function tooMuch(): EngineError {
  return new EngineError(
    'limit-exceeded',
    'This file unpacks to far more data than a file of its size holds, so it was not opened.',
  );
}
