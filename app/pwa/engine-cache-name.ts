/**
 * Name of the cache of the engine. It belongs to no build: a file whose name, and so whose content, is the same in the
 * next one is not fetched again.
 */
export const ENGINE_CACHE = 'featherpress-engine';
/** An entry of that cache that says: a person wants all of the engine on this device, after updates too. */
export const WANTED_MARK = '/featherpress-engine/wanted';
