import type { CompressionReport, JobOptions } from '#engine/index.ts';
import type { ImageCodec } from '#engine/codecs/ports/image-codec.ts';
import type { Random } from '../random.ts';

/** What the engine made of a file. */
export interface Made {
  readonly bytes: Uint8Array;
  readonly report: CompressionReport;
}

/** Compresses a file with the native codecs. */
export type Compress = (file: Uint8Array, options?: Partial<JobOptions>) => Promise<Made>;

/** What a relation works with. */
export interface RelationContext {
  readonly compress: Compress;
  /** Writes the twins of a picture. */
  readonly image: ImageCodec;
  /** Choices that a seed repeats. */
  readonly random: Random;
}

/**
 * What has to hold between results of one content, whatever they are: no right value is needed for it, so nothing can be tuned to
 * it.
 */
export interface Relation {
  readonly name: string;
  /** What it asks, in a line. */
  readonly title: string;
  /** @returns what does not hold, in words; nothing where all does, or where the file is of another kind */
  readonly check: (file: Uint8Array, context: RelationContext) => Promise<readonly string[]>;
}
