import { INPUT_KINDS, isPictureKind } from '../../workers/engine/api/kinds.ts';

/** Rooms whose functions the tests of vitest must run; each file counts for the most specific room that it lies in. */
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
  'workers',
  'workers/deliveries',
  'workers/engine',
  'workers/engine/codecs',
  'workers/engine/containers',
  'workers/engine/metadata',
  'workers/engine/quality',
  'workers/engine/search',
  'workers/engine/palette',
  ...INPUT_KINDS.filter(isPictureKind).map((kind) => `workers/engine/formats/${kind}`),
  'workers/engine/formats/animation',
  'workers/engine/documents/pdf',
  'workers/engine/documents/office',
] as const;

/** No room may have fewer of its lines in functions that are run. */
export const LEAST_LINES_PERCENT = 88;

/** What draws pages, and is in no room: Playwright walks through it (tests/e2e). Of `app` itself only the files in it. */
export const PAGES = ['app/components', 'app/content', 'app/fonts', 'app/routes'] as const;

/** The most specific room that a file lies in; undefined for one of no room. */
export function roomOf(path: string): (typeof COVERED_ROOMS)[number] | undefined {
  return COVERED_ROOMS.filter((room) => path.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0];
}

/** Whether vitest must run the functions of a file. */
export function isCovered(path: string): boolean {
  return roomOf(path) !== undefined && /(?<!\.d)\.tsx?$/.test(path) && !ELSEWHERE.has(path);
}

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
  // A worker apart, started as a program: tests/integration/workers/distributed-worker.test.ts.
  'workers/main.ts',
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
  // Panels that a person opens: tests/e2e/image-options.spec.ts, shared-link.spec.ts and scan-offer.spec.ts.
  'app/components/compress/image-chooser.tsx',
  'app/components/compress/link-note.tsx',
  'app/components/compress/scan-offer.tsx',
  // The page of the API: tests/e2e/api-page.spec.ts.
  'app/enhancements/api-page.ts',
  'app/enhancements/copy-buttons.ts',
  'app/enhancements/sample-tabs.ts',
  'app/enhancements/try-compress.ts',
  // Enhancements of pages without React: tests/e2e/start-zone.spec.ts, site-home.spec.ts and
  // reading-place.spec.ts.
  'app/enhancements/comparison.ts',
  'app/enhancements/islands.ts',
  'app/enhancements/late-parts.ts',
  'app/enhancements/reading-place.ts',
  'app/enhancements/start-zone.ts',
  'app/enhancements/take-along.ts',
  // IndexedDB: tests/e2e/kept-files.spec.ts.
  'app/compressor/kept/store-waiting.ts',
  'app/compressor/kept/file-store.ts',
  'app/compressor/kept/kept-store.ts',
  'app/compressor/kept/list-name.ts',
  // A stream of events: tests/e2e/follow.spec.ts.
  'app/compressor/job/job-stream.ts',
  // The engine in a worker of the browser: tests/e2e/on-device.spec.ts and offline.spec.ts.
  'app/compressor/device/compress-on-device.ts',
  'app/compressor/device/count-on-device.ts',
  'app/compressor/device/engine-port.ts',
  'app/compressor/device/engine-worker.ts',
  'app/compressor/device/guarded-codecs.ts',
  'app/compressor/device/hold-lock.ts',
  'app/compressor/device/page-engine.ts',
  'app/components/compress/offline/engine-storing.ts',
  'app/components/compress/offline/offline-engine.tsx',
  'app/components/compress/offline/offline-words.tsx',
  'app/components/compress/share-question.tsx',
  'app/pwa/use-engine-store.ts',
  'app/pwa/use-handed-files.ts',
  'app/pwa/use-online.ts',
  // Codecs of that worker: tests/contracts/browser-codecs.test.ts, in Chromium.
  'workers/engine/codecs/wasm/browser-image-codec.ts',
  'workers/engine/codecs/wasm/load-vips.ts',
  'workers/engine/codecs/wasm/vips-pictures.ts',
  // Calls for the account that is signed in: tests/e2e/dashboard.spec.ts.
  'app/session/account-call.ts',
  // Made of files that Vite collects: tests/e2e/site-pages.spec.ts reads site map and feed.
  'app/services/published-pages.server.ts',
] as const;

const ELSEWHERE: ReadonlySet<string> = new Set(RUN_ELSEWHERE);
