/** How an entry's bytes lie in the archive: 0 as they are, 8 deflated (APPNOTE 4.4.5). */
export type ZipMethod = 0 | 8;
export const STORED: ZipMethod = 0;
export const DEFLATED: ZipMethod = 8;

/** One file of a zip archive, still packed. */
export interface ZipEntry {
  /** Path with forward slashes, without a leading one; never climbs out of the archive. */
  readonly name: string;
  readonly method: ZipMethod;
  readonly crc32: number;
  /** Where the header before its bytes has another checksum than the directory: some programs believe that one. */
  readonly localCrc32?: number;
  /** Bytes as they lie in the archive: a view, not a copy. */
  readonly packed: Uint8Array;
  /** Unpacked length as the directory declares it. */
  readonly size: number;
}
