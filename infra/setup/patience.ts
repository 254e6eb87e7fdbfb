/**
 * How long a test waits for what the product does by itself, in milliseconds. Where two other runs share the two cores of a slow
 * machine, an engine began to work on a device only after 75 s. Only what fails waits so long.
 */
export const PATIENCE_MS = 240_000;

/** Ends a test that hangs, in milliseconds: one that waits several times. */
export const TEST_LIMIT_MS = 900_000;
