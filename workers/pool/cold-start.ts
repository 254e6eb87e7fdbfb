/** Argument of an engine process that loads things when its jobs need them. */
export const COLD_START = '--cold-start';
