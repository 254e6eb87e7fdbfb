/** Rooms whose lines the tests of vitest must run; each file counts for the most specific room that it lies in. */
export const COVERED_ROOMS = [
  'app/compressor',
  'app/components/compress',
  'app/enhancements',
  'app/pwa',
  'app/services',
  'app/session',
  'functions',
  'platform',
  'platform/adapters',
  'workers/consumer',
  'workers/pool',
  'workers/engine',
  'workers/engine/codecs',
  'workers/engine/jpeg',
  'workers/engine/png',
  'workers/engine/webp',
  'workers/engine/pdf',
  'workers/engine/pptx',
  'workers/engine/perceptual',
  'workers/engine/search',
] as const;

/** No room may have fewer of its lines run. */
export const LEAST_LINES_PERCENT = 85;
