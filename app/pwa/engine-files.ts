/** Where the build lists the engine's files: the browser's engine worker, its parts and its WebAssembly. */
export const ENGINE_LIST = '/engine-files.json';
/**
 * Name of the cache of the engine. It belongs to no build: a file whose name, and so whose content, is the same in the
 * next one is not fetched again.
 */
export const ENGINE_CACHE = 'featherpress-engine';
/** An entry of that cache that says: a person wants all of the engine on this device, after updates too. */
export const WANTED_MARK = '/featherpress-engine/wanted';

/** One file of the engine. */
export interface EngineFile {
  /** Path from the root of the site; it carries a hash of the content. */
  readonly path: string;
  /** Size on the device. */
  readonly bytes: number;
  /** Size as it travels, compressed. */
  readonly sentBytes: number;
}
