import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, violationsIn, writeProject, type Violation } from '#tests/support/walls.ts';

describe('the walls between the rooms', () => {
  it('stand', async () => {
    const { files, violations } = await violationsIn(ROOT);
    expect(files).toBeGreaterThan(500);
    expect(violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`)).toEqual([]);
  });
});

/** A file, what it imports, and the rule that must refuse it. */
const PLANTED: readonly [from: string, imported: string, rule: string][] = [
  // Rooms.
  ['workers/consumer/planted.ts', '#platform/adapters/planted.ts', 'room-workers-consumer'],
  ['workers/consumer/door.ts', '#engine/documents/pdf/planted.ts', 'room-workers-consumer'],
  ['workers/consumer/native.ts', '#engine/codecs/native/index.ts', 'room-workers-consumer'],
  ['workers/pool/planted.ts', '#workers/consumer/stub.ts', 'room-workers-pool'],
  ['workers/pool/door.ts', '#engine/codecs/native/native-image-codec.ts', 'room-workers-pool'],
  ['workers/planted.ts', '#functions/stub.ts', 'room-workers'],
  ['workers/engine/formats/jpeg/planted.ts', '#platform/clock.ts', 'room-engine'],
  ['platform/contracts/planted.ts', '#platform/clock.ts', 'room-platform-contracts'],
  ['platform/ports/planted.ts', '#platform/adapters/planted.ts', 'room-platform-ports'],
  ['platform/adapters/door.ts', '#platform/create-platform.ts', 'room-platform-adapters'],
  ['platform/planted.ts', '#platform/adapters/planted.ts', 'room-platform'],
  ['functions/routes/component.ts', '../../app/components/stub.tsx', 'room-functions'],
  ['functions/routes/door.ts', '#engine/search/stub.ts', 'room-functions'],
  ['functions/services/adapter.ts', '#platform/adapters/planted.ts', 'room-functions'],
  ['functions/cli/planted.ts', '#functions/routes/stub.ts', 'room-command-line'],
  ['functions/cli/express.ts', 'express', 'packages-command-line'],
  ['functions/routes/command.ts', '#functions/cli/stub.ts', 'room-functions'],
  ['infra/package/planted.ts', '#functions/stub.ts', 'room-package'],
  ['app/components/function.tsx', '#functions/stub.ts', 'room-site'],
  ['app/components/door.tsx', '#engine/base/raster.ts', 'room-site'],
  ['app/compressor/native.ts', '#engine/codecs/native/index.ts', 'room-site'],
  ['app/services/adapter.server.ts', '#platform/adapters/planted.ts', 'room-site'],
  ['infra/planted.ts', '#functions/stub.ts', 'room-infra'],
  ['bench/planted.ts', '#tests/stub.ts', 'room-bench'],
  ['functions/http/tests.ts', '#tests/stub.ts', 'no-tests-in-product'],
  // Construction.
  ['functions/services/constructing.ts', '#platform/create-platform.ts', 'construction'],
  ['workers/start-worker.ts', '#platform/create-platform.ts', 'construction'],
  ['platform/create-platform.ts', './adapters/planted.ts', 'adapters-load-late'],
  // What browsers get.
  ['app/compressor/server.ts', '~/services/adapter.server.ts', 'site-in-browsers'],
  ['app/components/port.tsx', '#platform/ports/stub.ts', 'site-in-browsers'],
  ['app/compressor/node.ts', 'node:fs', 'no-node-in-browsers'],
  // Inside functions.
  ['functions/services/http.ts', '../http/stub.ts', 'services-know-no-http'],
  ['functions/services/express.ts', 'express', 'services-know-no-http'],
  ['functions/http/route.ts', '../routes/stub.ts', 'routes-are-on-top'],
  // Layers of the engine.
  ['workers/engine/base/planted.ts', '../codecs/stub.ts', 'engine-layer-ground'],
  ['workers/engine/api/report/planted.ts', '../../context.ts', 'engine-layer-ground'],
  ['workers/engine/budget/planted.ts', '../codecs/ports/stub.ts', 'engine-layer-budget'],
  ['workers/engine/codecs/ports/planted.ts', '../stub.ts', 'engine-layer-codec-ports'],
  ['workers/engine/containers/zip/planted.ts', '../../codecs/stub.ts', 'engine-layer-containers'],
  ['workers/engine/metadata/planted.ts', '../formats/jpeg/stub.ts', 'engine-layer-containers'],
  ['workers/engine/codecs/planted.ts', '../quality/stub.ts', 'engine-layer-codecs'],
  ['workers/engine/quality/planted.ts', '../search/stub.ts', 'engine-layer-quality'],
  ['workers/engine/search/planted.ts', '../documents/pdf/planted.ts', 'engine-layer-search'],
  ['workers/engine/search/palette.ts', '../palette/stub.ts', 'engine-layer-search'],
  ['workers/engine/palette/planted.ts', '../formats/png/stub.ts', 'engine-layer-palette'],
  ['workers/engine/formats/animation/planted.ts', '../webp/stub.ts', 'engine-layer-animation'],
  ['workers/engine/formats/png/planted.ts', '../stub.ts', 'engine-layer-formats'],
  ['workers/engine/formats/planted.ts', '../documents/office/stub.ts', 'engine-layer-pictures'],
  ['workers/engine/documents/pdf/compress.ts', '../../compress.ts', 'engine-layer-documents'],
  ['workers/engine/formats/png/meter.ts', '../../quality/metrics/ssimulacra2/stub.ts', 'one-judge'],
  ['workers/engine/formats/webp/planted.ts', '../png/stub.ts', 'engine-neighbours-formats'],
  ['workers/engine/documents/office/planted.ts', '../pdf/planted.ts', 'engine-neighbours-documents'],
  ['workers/engine/containers/png/planted.ts', '../zip/stub.ts', 'engine-neighbours-containers'],
  ['workers/engine/documents/pdf/native.ts', '../../codecs/native/index.ts', 'native-codecs-are-handed-in'],
  ['workers/engine/documents/pdf/node.ts', 'node:zlib', 'no-node-in-engine'],
  ['workers/engine/codecs/shared/node.ts', 'node:fs', 'no-node-in-engine'],
  ['workers/engine/codecs/shared/core.ts', 'fs', 'no-node-in-engine'],
  // Packages.
  ['workers/engine/documents/pdf/package.ts', 'harfbuzzjs', 'packages-engine'],
  ['workers/engine/containers/zip/package.ts', 'saxes', 'packages-engine'],
  ['workers/engine/containers/xml/package.ts', 'sharp', 'packages-engine-xml'],
  ['workers/engine/codecs/shared/package.ts', 'sharp', 'packages-codecs-shared'],
  ['workers/engine/codecs/native/package.ts', '@hyzyla/pdfium', 'packages-codecs-native'],
  ['workers/pool/package.ts', 'sharp', 'packages-workers'],
  ['platform/package.ts', '@aws-sdk/client-s3', 'packages-platform'],
  ['platform/adapters/aws/package.ts', 'ioredis', 'packages-aws'],
  ['platform/adapters/redis/package.ts', '@aws-sdk/client-sqs', 'packages-redis'],
  ['functions/http/package.ts', 'react', 'packages-functions'],
  ['functions/limits/redis-limiter.ts', 'express', 'packages-redis-limiter'],
  ['app/components/package.tsx', 'express', 'packages-site'],
  // Whole files.
  ['workers/engine/formats/jpeg/first.ts', './second.ts', 'no-cycles'],
  ['workers/engine/formats/jpeg/missing.ts', './no-such-file.ts', 'resolvable'],
];

/** Imports that every rule must let through. */
const ALLOWED: readonly [from: string, imported: string][] = [
  ['workers/main.ts', '#platform/create-platform.ts'],
  ['workers/consumer/allowed.ts', '#engine/index.ts'],
  ['workers/pool/allowed.ts', '#engine/codecs/native/index.ts'],
  ['functions/allowed.ts', '#platform/create-platform.ts'],
  ['functions/routes/allowed.ts', 'express'],
  ['functions/routes/service.ts', '../services/stub.ts'],
  ['app/components/allowed.tsx', '#engine/api/kinds.ts'],
  ['app/services/allowed.server.ts', '#platform/ports/stub.ts'],
  ['app/routes/allowed.tsx', '~/services/stub.server.ts'],
  ['workers/engine/documents/pdf/allowed.ts', '../../formats/png/stub.ts'],
  ['workers/engine/containers/xml/allowed.ts', 'saxes'],
  ['workers/engine/codecs/native/allowed.ts', 'node:zlib'],
  ['platform/adapters/redis/allowed.ts', 'ioredis'],
  ['tests/allowed.ts', '#engine/documents/pdf/planted.ts'],
  ['bench/allowed.ts', '#tests/fixtures/stub.ts'],
];

/** What the planted files import, with nothing in it. */
const STUBS = [
  'app/components/stub.tsx',
  'app/services/stub.server.ts',
  'functions/cli/stub.ts',
  'functions/stub.ts',
  'functions/http/stub.ts',
  'functions/routes/stub.ts',
  'functions/services/stub.ts',
  'platform/adapters/planted.ts',
  'platform/clock.ts',
  'platform/ports/stub.ts',
  'tests/fixtures/stub.ts',
  'tests/stub.ts',
  'workers/consumer/stub.ts',
  'workers/engine/api/kinds.ts',
  'workers/engine/base/raster.ts',
  'workers/engine/codecs/native/index.ts',
  'workers/engine/codecs/native/native-image-codec.ts',
  'workers/engine/codecs/ports/stub.ts',
  'workers/engine/codecs/stub.ts',
  'workers/engine/compress.ts',
  'workers/engine/containers/zip/stub.ts',
  'workers/engine/context.ts',
  'workers/engine/documents/office/stub.ts',
  'workers/engine/documents/pdf/planted.ts',
  'workers/engine/formats/jpeg/stub.ts',
  'workers/engine/formats/png/stub.ts',
  'workers/engine/formats/stub.ts',
  'workers/engine/formats/webp/stub.ts',
  'workers/engine/index.ts',
  'workers/engine/palette/stub.ts',
  'workers/engine/quality/stub.ts',
  'workers/engine/quality/metrics/ssimulacra2/stub.ts',
  'workers/engine/search/stub.ts',
];

describe('a violation that is planted', () => {
  let folder: string;
  let found: Violation[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'featherpress-walls-'));
    const files = Object.fromEntries(STUBS.map((path) => [path, 'export const stub = 1;\n']));
    for (const [from, imported] of [...PLANTED, ...ALLOWED]) files[from] = `export * from '${imported}';\n`;
    files['workers/engine/formats/jpeg/second.ts'] = "export type { First } from './first.ts';\n";
    writeProject(folder, files);
    found = (await violationsIn(folder)).violations;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(PLANTED)('in %s, importing %s, breaks %s', (from, _, rule) => {
    expect(found.filter((each) => each.from === from).map((each) => each.rule)).toContain(rule);
  });

  it.each(ALLOWED)('is not seen in %s, importing %s', (from) => {
    expect(found.filter((each) => each.from === from)).toEqual([]);
  });
});
