/** archiver 8 carries no types; this is the part that is used. */
declare module 'archiver' {
  import type { Readable, Transform } from 'node:stream';

  export class ZipArchive extends Transform {
    /** @param options.store entries are not deflated */
    constructor(options?: { store?: boolean });
    append(source: Readable | Buffer | string, data: { name: string; date?: Date }): this;
    abort(): this;
    finalize(): Promise<void>;
  }
}
