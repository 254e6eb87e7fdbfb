/**
 * The walls of the house. Rules name folders, so that they hold for files that come later. `npm run lint` checks them, and
 * tests/architecture plants violations to show that they are found.
 */

const PROJECT = '^(app|functions|workers|platform|infra|bench|tests)/';
const ENGINE = '^workers/engine/';
const QUALITY = '^workers/engine/quality/';
const NATIVE_CODECS = '^workers/engine/codecs/native/';
const BROWSER_CODECS = '^workers/engine/codecs/wasm/';
/** The codecs of browsers, for those who construct, and the list of the files that they load. */
const BROWSER_DOOR = '^workers/engine/codecs/wasm/(create-browser-codecs|assets)\\.ts$';
/** What others may import of the engine: the barrel, and plain facts that do not load it. */
const ENGINE_DOOR = '^workers/engine/(index\\.ts$|api/)';
/** Only for those who construct. */
const NATIVE_DOOR = '^workers/engine/codecs/native/index\\.ts$';
const CONTRACTS = '^platform/contracts/';
const PORTS = '^platform/ports/';
const ADAPTERS = '^platform/adapters/';
const CREATE_PLATFORM = '^platform/create-platform\\.ts$';
/** Files of platform/ itself that construct nothing. */
const PLATFORM = '^platform/(?!create-platform\\.ts$)[^/]+\\.ts$';
/** Code of the site that only servers run. Remix cuts loaders out of routes, and with them what only they import. */
const SITE_ON_SERVER = '^app/(.*\\.server\\.tsx?|load-context\\.ts|services/.*)$';
const SITE_CUT_BY_REMIX = '^app/routes/|^app/routes\\.ts$|^app/content/mdx-options\\.ts$';

const COMMAND_LINE = '^functions/cli(/|\\.ts$)';
/** Functions of the cloud: their own events, and code of workers. */
const CLOUD = '^functions/(lambda|edge)/';
/** The client of the API, which ships: it imports nothing of the house and no package. */
const CLIENT = '^functions/client/';
/** How large files are sent and events are read: the page does it the same way. */
const CLIENT_PROTOCOLS = '^functions/client/(resumable-upload|read-events)\\.ts$';
/** The rest of functions/. */
const SERVER = '^functions/(?!client/|cli(/|\\.ts$)|lambda/|edge/)';

/** Every room with the rooms it may import; itself always. */
const ROOMS = [
  { room: 'engine', at: ENGINE, may: [] },
  { room: 'platform-contracts', at: CONTRACTS, may: [ENGINE_DOOR] },
  { room: 'platform-ports', at: PORTS, may: [CONTRACTS, ENGINE_DOOR] },
  { room: 'platform-adapters', at: ADAPTERS, may: [PLATFORM, PORTS, CONTRACTS, ENGINE_DOOR] },
  { room: 'platform', at: PLATFORM, may: [PORTS, CONTRACTS, ENGINE_DOOR] },
  { room: 'create-platform', at: CREATE_PLATFORM, may: [PLATFORM, PORTS, CONTRACTS, ADAPTERS] },
  {
    room: 'workers-consumer',
    at: '^workers/consumer/',
    may: [PLATFORM, PORTS, CONTRACTS, ENGINE_DOOR, '^workers/(pool/|worker-metrics\\.ts$)'],
  },
  {
    room: 'workers-deliveries',
    at: '^workers/deliveries/',
    may: [PLATFORM, PORTS, CONTRACTS, ENGINE_DOOR, '^workers/worker-metrics\\.ts$'],
  },
  { room: 'workers-pool', at: '^workers/pool/', may: [PLATFORM, CONTRACTS, ENGINE_DOOR, NATIVE_DOOR] },
  {
    room: 'workers',
    at: '^workers/[^/]+\\.ts$',
    may: [PLATFORM, PORTS, CONTRACTS, CREATE_PLATFORM, ENGINE_DOOR, '^workers/(consumer|deliveries|pool)/'],
  },
  {
    room: 'command-line',
    at: COMMAND_LINE,
    may: [
      PLATFORM,
      CONTRACTS,
      ENGINE_DOOR,
      NATIVE_DOOR,
      CLIENT,
      '^workers/pool/(start-engine-pool|workspace)\\.ts$',
    ],
  },
  { room: 'client', at: CLIENT, may: [] },
  {
    room: 'functions',
    at: SERVER,
    may: [
      PLATFORM,
      PORTS,
      CONTRACTS,
      CREATE_PLATFORM,
      '^platform/adapters/redis/redis-client\\.ts$',
      ENGINE_DOOR,
      NATIVE_DOOR,
      '^workers/start-(worker|deliveries)\\.ts$',
      '^app/(load-context\\.ts$|content/)',
    ],
  },
  {
    room: 'cloud',
    at: CLOUD,
    may: [
      PLATFORM,
      PORTS,
      CONTRACTS,
      CREATE_PLATFORM,
      '^platform/adapters/aws/sqs-event\\.ts$',
      '^workers/start-pushed-worker\\.ts$',
    ],
  },
  {
    room: 'site',
    at: '^app/',
    may: [PLATFORM, PORTS, CONTRACTS, ENGINE_DOOR, BROWSER_DOOR, CLIENT_PROTOCOLS],
  },
  {
    room: 'infra',
    at: '^infra/(?!(action|package|bucket)/)',
    may: [
      '^app/content/',
      '^functions/openapi/describe-api\\.ts$',
      CONTRACTS,
      ENGINE_DOOR,
      NATIVE_DOOR,
      BROWSER_DOOR,
    ],
  },
  {
    room: 'action',
    at: '^infra/action/',
    may: ['^platform/process-environment\\.ts$', '^workers/engine/api/kinds\\.ts$'],
  },
  { room: 'bucket', at: '^infra/bucket/', may: [PLATFORM, CONTRACTS, '^platform/adapters/aws/'] },
  {
    room: 'package',
    at: '^infra/package/',
    may: [
      '^functions/cli/(completion|man-page)\\.ts$',
      '^workers/engine/codecs/(shared/index|wasm/(assets|jpeg-transcoder))\\.ts$',
      '^infra/(setup/(browser-codec-assets|replace-spots)|docker/licences)\\.ts$',
      '^platform/process-environment\\.ts$',
      '^infra/registry/',
    ],
  },
  { room: 'bench', at: '^bench/', may: ['^(app|functions|workers|platform|infra)/', '^tests/fixtures/'] },
];

/** Facts of the formats and their list: plain data that page, server and engine read before any code of a format is loaded. */
const FORMAT_FACTS = 'formats/registry\\.ts$|(formats|documents)/.*/facts\\.ts$';

/** The engine from the bottom up: a layer may import its own files and those below. */
const ENGINE_LAYERS = [
  ['ground', `^workers/engine/((api|base)/|${FORMAT_FACTS})`],
  ['kernels', '^workers/engine/kernels/'],
  ['budget', '^workers/engine/budget/'],
  ['codec-ports', '^workers/engine/codecs/ports/'],
  ['context', '^workers/engine/(context|picture-options)\\.ts$'],
  ['containers', '^workers/engine/(containers|metadata)/'],
  ['codecs', '^workers/engine/codecs/(?!ports/)'],
  ['quality', QUALITY],
  ['search', '^workers/engine/search/'],
  ['palette', '^workers/engine/palette/'],
  ['animation', '^workers/engine/formats/animation/'],
  ['formats', '^workers/engine/formats/(?!animation/)[^/]+/(?!facts\\.ts$)'],
  ['pictures', '^workers/engine/formats/(?!registry)[^/]+\\.ts$'],
  ['conversion', '^workers/engine/conversion/'],
  ['documents', '^workers/engine/documents/(?!.*/facts\\.ts$)'],
  ['door', '^workers/engine/(compress|help|index)\\.ts$'],
];

/** Folders of one layer that do not import each other: what they share has a layer below. */
const NEIGHBOURS = [
  ['formats', '(?!animation)[^/]+'],
  ['documents', 'pdf|office'],
  ['containers', 'jpeg|png|xml|zip'],
];

/** Packages by room. A package that is in no list for a file's room is refused. */
const PACKAGES = [
  { room: 'engine', at: ENGINE, not: ['^workers/engine/(codecs|containers/xml)/'], packages: [] },
  { room: 'engine-xml', at: '^workers/engine/containers/xml/', packages: ['saxes'] },
  {
    room: 'codecs-shared',
    at: '^workers/engine/codecs/(?!(native|wasm)/)',
    packages: ['@cornerstonejs/codec-openjpeg', '@hyzyla/pdfium', 'harfbuzzjs'],
  },
  { room: 'codecs-native', at: NATIVE_CODECS, packages: ['@napi-rs/image', 'sharp'] },
  {
    room: 'codecs-wasm',
    at: BROWSER_CODECS,
    packages: ['@noble/ciphers', '@noble/hashes', 'wasm-vips'],
  },
  {
    room: 'platform',
    at: '^platform/',
    not: ['^platform/adapters/(aws|redis|otel)/'],
    packages: ['@opentelemetry/api', 'ipaddr.js', 'prom-client', 'zod'],
  },
  { room: 'aws', at: '^platform/adapters/aws/', packages: ['@aws-sdk/', '@smithy/', 'zod'] },
  { room: 'otel', at: '^platform/adapters/otel/', packages: ['@opentelemetry/'] },
  { room: 'redis', at: '^platform/adapters/redis/', packages: ['ioredis', 'zod'] },
  { room: 'workers', at: '^workers/(?!engine/)', packages: ['@opentelemetry/api', 'prom-client'] },
  { room: 'client', at: CLIENT, packages: [] },
  { room: 'command-line', at: COMMAND_LINE, packages: ['chokidar', 'tinyglobby'] },
  {
    room: 'functions',
    at: SERVER,
    not: ['^functions/.*/redis-limiter\\.ts$'],
    packages: [
      '@opentelemetry/api',
      '@remix-run/(express|node)',
      'busboy',
      'client-zip',
      'compression',
      'content-disposition',
      'express',
      'jose',
      'prom-client',
      'proxy-addr',
      'rate-limiter-flexible',
      'socket.io',
      'vite',
      'zod',
      'zod-openapi',
    ],
  },
  { room: 'cloud', at: CLOUD, packages: [] },
  {
    room: 'redis-limiter',
    at: '^functions/.*/redis-limiter\\.ts$',
    packages: ['ioredis', 'rate-limiter-flexible'],
  },
  {
    room: 'site',
    at: '^app/',
    packages: [
      '@fontsource-variable/',
      '@hyzyla/pdfium',
      '@mdx-js/rollup',
      '@remix-run/',
      '@tanstack/react-query',
      'class-variance-authority',
      'clsx',
      'content-disposition',
      'isbot',
      'jose',
      'client-zip',
      'jszip',
      'mdx',
      'react',
      'react-dom',
      'rehype-slug',
      'remark-[a-z-]+',
      'socket.io-client',
      'sonner',
      'vite',
      'zod',
    ],
  },
];

/** A path of a file in a package, wherever packages are installed. */
function packagePaths(names) {
  return names.map((name) => `node_modules/(@types/)?${name}${name.endsWith('/') ? '' : '/'}`);
}

const forbidden = [
  {
    name: 'no-cycles',
    comment: 'Two files that import each other cannot be read, tested or moved alone.',
    from: { path: PROJECT },
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment:
      'Imports name files that exist, with their ending. Builds, virtual modules and addresses of modules are made by tools.',
    from: { pathNot: '\\.d\\.ts$' },
    to: { couldNotResolve: true, pathNot: '(^|/)build/|^virtual:|^\\./\\+types/|\\.wasm\\?url$' },
  },
  {
    name: 'no-tests-in-product',
    comment: 'Nothing imports tests but tests; the bench takes their fixtures, see its room.',
    from: { pathNot: '^(tests|bench)/' },
    to: { path: '^tests/' },
  },
  ...ROOMS.map(({ room, at, may }) => ({
    name: `room-${room}`,
    comment: `What ${room} may import: itself${may.map((each) => `, ${each}`).join('')}`,
    from: { path: at },
    to: { path: PROJECT, pathNot: [at, ...may] },
  })),
  {
    name: 'site-in-browsers',
    comment: 'What runs in browsers sees contracts and the engine, and no code of servers.',
    from: { path: '^app/', pathNot: [SITE_ON_SERVER, SITE_CUT_BY_REMIX] },
    to: {
      path: [PORTS, PLATFORM, SITE_ON_SERVER],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'no-node-in-browsers',
    from: { path: '^app/', pathNot: [SITE_ON_SERVER, SITE_CUT_BY_REMIX, '^app/entry\\.server\\.tsx$'] },
    to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-node-in-engine',
    comment: 'The engine outside codecs/native runs in browsers.',
    from: { path: ENGINE, pathNot: NATIVE_CODECS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'native-codecs-are-handed-in',
    comment: 'The engine takes its codecs as an argument.',
    from: { path: ENGINE, pathNot: NATIVE_CODECS },
    to: { path: NATIVE_CODECS },
  },
  {
    name: 'browser-codecs-are-handed-in',
    comment: 'The engine takes its codecs as an argument.',
    from: { path: ENGINE, pathNot: BROWSER_CODECS },
    to: { path: BROWSER_CODECS },
  },
  {
    name: 'construction',
    comment: 'Entry points construct the platform; everyone else is handed what it needs.',
    from: {
      pathNot: ['^functions/[^/]+\\.ts$', '^functions/lambda/', '^workers/main\\.ts$', '^(tests|bench)/'],
    },
    to: { path: CREATE_PLATFORM },
  },
  {
    name: 'adapters-load-late',
    comment: 'An SDK is loaded only when its adapter was chosen.',
    from: { path: CREATE_PLATFORM },
    to: { path: ADAPTERS, dependencyTypesNot: ['dynamic-import', 'type-only'] },
  },
  {
    name: 'services-know-no-http',
    from: { path: '^functions/services/' },
    to: { path: ['^functions/(routes|http|limits|web)/', 'node_modules/(@types/)?(express|busboy)/'] },
  },
  {
    name: 'routes-are-on-top',
    from: { path: '^functions/(services|http|limits)/' },
    to: { path: '^functions/routes/' },
  },
  ...ENGINE_LAYERS.slice(0, -1).map(([layer, at], index) => ({
    name: `engine-layer-${layer}`,
    comment: `${layer} imports nothing from the layers above it.`,
    from: { path: at },
    to: { path: ENGINE_LAYERS.slice(index + 1).map(([, above]) => above) },
  })),
  {
    name: 'one-judge',
    comment:
      'What looks the same is asked of quality/judge.ts; others know of its meter where the tiles lie.',
    from: { path: ENGINE, pathNot: QUALITY },
    to: { path: `${QUALITY}metrics/ssimulacra2/`, pathNot: 'sample-tiles\\.ts$' },
  },
  ...NEIGHBOURS.map(([room, folders]) => ({
    name: `engine-neighbours-${room}`,
    comment: 'What these share has a layer below.',
    from: { path: `^workers/engine/${room}/(${folders})/` },
    to: { path: `^workers/engine/${room}/(${folders})/`, pathNot: `^workers/engine/${room}/$1/` },
  })),
  ...PACKAGES.map(({ room, at, not = [], packages }) => ({
    name: `packages-${room}`,
    comment: `Packages of ${room}: ${packages.join(', ') || 'none'}`,
    from: { path: at, pathNot: not },
    to: {
      path: '(^|/)node_modules/',
      pathNot: packagePaths(packages).concat('node_modules/(@types/)?node/'),
    },
  })),
];

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
