/** Where a site lists what its engine in the browser consists of: workers' scripts and WebAssembly. */
export const ENGINE_LIST = '/engine-files.json';

/** One file of the engine. */
export interface EngineFile {
  /** From the root of the site. It carries a hash of the content. */
  readonly path: string;
  readonly bytes: number;
  /** As it travels where the browser takes Brotli. */
  readonly transferBytes: number;
  /** SHA-256 in hexadecimal: the same hash is the same file, whatever it is called. */
  readonly sha256: string;
}

/** Answers {@link ENGINE_LIST}. */
export interface EngineFileList {
  /** Changes when any of the files does. */
  readonly version: string;
  readonly files: readonly EngineFile[];
}
