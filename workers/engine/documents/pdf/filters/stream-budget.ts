import { proportionOf } from '../../../budget/proportion.ts';
import { EngineError, isEngineError } from '../../../api/errors.ts';
import { ENGINE_LIMITS } from '../../../api/limits.ts';
import type { PdfStream } from '../model/objects.ts';

/** What the streams of a document unpack to for each megabyte of it, pictures apart. The largest in 32 regular files is 4 MB. */
const BYTES_PER_MB = 64 * 1024 ** 2;
/** With pictures of declared size: bitmaps of one colour deflate by 1000 to 1, files of scans by 220. */
const WITH_PICTURES_PER_MB = 1000 * 1024 ** 2;

/** Bytes that all streams of a document of this size may unpack to, pictures apart, each filter of a chain counted. */
export function maxUnpackedBytes(fileBytes: number, bytesPerMb = BYTES_PER_MB): number {
  return Math.min(ENGINE_LIMITS.maxInflatedBytes, bytesPerMb * proportionOf(fileBytes));
}

/** What is known of a stream's size before it is decoded. */
export interface StreamSize {
  /**
   * What the stream says that it unpacks to, such as the samples of a picture, as the limit of each filter. Bitmaps of one
   * colour deflate by 1000 to 1, so that no ratio holds for the last filter.
   */
  readonly declaredBytes?: number | undefined;
  /** What each filter may make [what the budget allows]. */
  readonly maxBytes?: number | undefined;
}

/** Counts what the streams of one document unpack to: each stream once, however often it is decoded. */
export class StreamBudget {
  /** Size of the document, in bytes. */
  readonly fileBytes: number;
  private left: number;
  private leftOfAll: number;
  private readonly counted = new WeakMap<PdfStream, number>();

  constructor(fileBytes: number) {
    this.fileBytes = fileBytes;
    this.left = maxUnpackedBytes(fileBytes);
    this.leftOfAll = maxUnpackedBytes(fileBytes, WITH_PICTURES_PER_MB);
  }

  /** Starts to count the filters of a stream. */
  open(stream: PdfStream, { declaredBytes, maxBytes = Infinity }: StreamSize): ChainCount {
    const counted = this.counted.get(stream) ?? 0;
    const isPicture = declaredBytes !== undefined;
    const left = isPicture ? this.leftOfAll : Math.min(this.left, this.leftOfAll);
    return new ChainCount(left + counted, declaredBytes ?? maxBytes, (used) => {
      if (used <= counted) return;
      if (!isPicture) this.left -= used - counted;
      this.leftOfAll -= used - counted;
      this.counted.set(stream, used);
    });
  }
}

/** Counts the filters of one stream while they are undone. */
class ChainCount {
  private used = 0;
  private readonly maxBytes: number;
  private readonly maxOfFilter: number;
  private readonly onClose: (used: number) => void;

  constructor(maxBytes: number, maxOfFilter: number, onClose: (used: number) => void) {
    this.maxBytes = maxBytes;
    this.maxOfFilter = maxOfFilter;
    this.onClose = onClose;
  }

  /**
   * Undoes one filter. One that passes its limit counts as the limit; one with broken data is not counted.
   * @param undo decodes to at most so many bytes
   * @throws EngineError "limit-exceeded" when nothing is left, or as `undo`
   */
  async filter(undo: (maxBytes: number) => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array> {
    const limit = Math.min(this.maxOfFilter, this.maxBytes - this.used);
    if (limit <= 0)
      throw new EngineError(
        'limit-exceeded',
        'This PDF unpacks to more than can be handled. Split it and try again.',
      );
    try {
      const bytes = await undo(limit);
      this.used += bytes.length;
      return bytes;
    } catch (error) {
      if (isEngineError(error) && error.code === 'limit-exceeded') this.used += limit;
      throw error;
    }
  }

  close(): void {
    this.onClose(this.used);
  }
}
