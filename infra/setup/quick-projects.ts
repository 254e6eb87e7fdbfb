/** Vitest's projects of unit tests that do not compress much; `vitest.config.ts` says what is in them. */
export const QUICK_PROJECTS = ['together', 'on a page'];
