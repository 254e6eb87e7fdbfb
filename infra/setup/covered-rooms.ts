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

/**
 * Files that run only where vitest cannot count: in processes of their own, in a browser, or in what Vite builds. The
 * tests named run them.
 */
export const RUN_ELSEWHERE = [
  // Engine processes: tests/unit/workers/pool and tests/integration/workers.
  'workers/pool/engine-process.ts',
  'workers/pool/job-server.ts',
  'workers/pool/parent-watch.ts',
  'workers/pool/warm-up.ts',
  // Functions of the cloud, called in a process of their own: tests/integration/functions/lambda.test.ts.
  'functions/lambda/worker.ts',
  'workers/start-pushed-worker.ts',
  'workers/consumer/pushed-deliveries.ts',
  'platform/adapters/aws/sqs-event.ts',
  // The service worker and its registration: tests/e2e/pwa.spec.ts.
  'app/pwa/service-worker.ts',
  'app/pwa/worker/main.ts',
  // A worker, and what needs one: tests/e2e/compare.spec.ts.
  'app/compressor/compare/pdf-pages.ts',
  'app/compressor/compare/pdf-pages-worker.ts',
  // What is drawn, dragged and zoomed: the same.
  'app/components/compress/compare/compare-stage.tsx',
  'app/components/compress/compare/compare-toolbar.tsx',
  'app/components/compress/compare/layer.tsx',
  'app/components/compress/compare/use-pan-zoom.ts',
  // The page of the API: tests/e2e/api-page.spec.ts.
  'app/enhancements/api-page.ts',
  'app/enhancements/copy-buttons.ts',
  'app/enhancements/current-section.ts',
  'app/enhancements/sample-tabs.ts',
  'app/enhancements/try-compress.ts',
  // IndexedDB: tests/e2e/kept-files.spec.ts.
  'app/compressor/kept/kept-store.ts',
  // Made of files that Vite collects: tests/e2e/site-pages.spec.ts reads site map and feed.
  'app/services/published-pages.server.ts',
] as const;
