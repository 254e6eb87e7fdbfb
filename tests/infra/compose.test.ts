import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#platform/config.ts';
import { filesBelow } from '#tests/fixtures/files-below.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { IMAGE_ENTRIES, neededBy } from '../../infra/docker/needed-by-image.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly healthcheck?: object;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Record<'proxy' | 'web' | 'worker' | 'redis' | 'localstack', Service>;
};

/** The environment as it is when nobody sets anything: `${NAME:-default}` becomes the default. */
function environmentOf(service: Service): Record<string, string> {
  const values = Object.entries(service.environment ?? {});
  return Object.fromEntries(
    values.map(([name, value]) => [name, String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1')]),
  );
}

describe('docker-compose.yml', () => {
  const { web, worker, redis, localstack } = compose.services;

  it('has a proxy, web, worker, redis and LocalStack with its last free version', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['localstack', 'proxy', 'redis', 'web', 'worker']);
    expect(localstack.image).toBe('localstack/localstack:4.14.0');
    expect(redis.image).toMatch(/^redis:7/);
  });

  it('gives web and worker a configuration that they accept', () => {
    expect(readConfig(environmentOf(web), 'web')).toMatchObject({
      mode: 'distributed',
      host: '0.0.0.0',
      publicUrl: 'http://localhost:3000',
      trustedProxies: 1,
    });
    expect(readConfig(environmentOf(worker), 'worker')).toMatchObject({
      mode: 'distributed',
      s3: { bucket: 'featherpress', endpoint: 'http://localstack:4566' },
    });
  });

  it('starts them when what they need is healthy', () => {
    for (const service of [web, worker])
      expect(service.depends_on).toEqual({
        redis: { condition: 'service_healthy' },
        localstack: { condition: 'service_healthy' },
      });
    expect(redis.healthcheck).toBeDefined();
    expect(localstack.healthcheck).toBeDefined();
  });

  it('gives the servers of the product no more rights than they need', () => {
    for (const service of [web, worker]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' });
      expect(service.mem_limit).toBeDefined();
    }
    for (const [name, service] of Object.entries(compose.services))
      expect([name, service.mem_limit]).not.toEqual([name, undefined]);
    // A fixed port of the host could be held by one of them only.
    expect(web.ports).toBeUndefined();
  });

  it('gives a server that stops the time to drain', () => {
    const seconds = Number.parseInt(web.stop_grace_period ?? '', 10);
    const { drainSeconds } = readConfig(environmentOf(web), 'web');
    expect(seconds).toBeGreaterThan(drainSeconds);
  });

  it('opens its one port on this machine only', () => {
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual(['127.0.0.1:3000:8080']);
  });

  it('makes the bucket and the queues that the configuration names, with our limits', () => {
    const mounted = localstack.volumes?.find((each) => each.includes('/init/ready.d/'))?.split(':')[0] ?? '';
    const script = read(mounted);
    const env = environmentOf(web);
    expect(script).toContain(`create-bucket --bucket ${env.S3_BUCKET}`);
    const made = /^for queue in (.+); do$/m.exec(script)?.[1]?.split(' ');
    const named = [env.SQS_QUEUE_URL, env.SQS_SMALL_QUEUE_URL].map((url) => url?.split('/').at(-1));
    expect(made).toEqual(named);
    expect(script).toContain(`"AllowedOrigins": ["${env.PUBLIC_URL}"]`);
    expect(script).toContain(`"VisibilityTimeout": "${OPERATING_LIMITS.visibilityTimeoutSeconds}"`);
    expect(script).toContain(`maxReceiveCount\\":\\"${OPERATING_LIMITS.maxReceiveCount}\\"`);
    expect(spawnSync('bash', ['-n', `${ROOT}/${mounted}`]).status).toBe(0);
  });

  it.runIf(spawnSync('docker-compose', ['version']).status === 0)('is accepted by docker-compose', () => {
    const { status, stderr, stdout } = spawnSync('docker-compose', ['config'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('featherpress-jobs');
  });
});

describe('the packages of an image', () => {
  const namesOf = async (entries: readonly string[]) =>
    [...(await neededBy(ROOT.replace(/\/$/, ''), entries)).packages].map((path) =>
      path.split('node_modules/').at(-1),
    );
  const OF_ENGINES = ['sharp', '@napi-rs/image', '@hyzyla/pdfium', 'harfbuzzjs'];
  const OF_THE_SITE = ['express', 'react', '@remix-run/node', 'socket.io', 'client-zip', 'jose'];

  it('of a worker and of a function are those of engines and stores, none of the site', async () => {
    for (const image of ['worker', 'function'] as const) {
      const names = await namesOf(IMAGE_ENTRIES[image]);
      expect(names).toEqual(expect.arrayContaining([...OF_ENGINES, '@aws-sdk/client-s3', 'ioredis']));
      expect(names).toContain('@opentelemetry/sdk-trace');
      expect(names.filter((each) => OF_THE_SITE.includes(each ?? ''))).toEqual([]);
    }
  });

  it('of a web server are none of engines', async () => {
    // The built site is judged where it is built: in the image.
    const names = await namesOf(IMAGE_ENTRIES.web.filter((entry) => !entry.startsWith('build/')));
    expect(names).toEqual(
      expect.arrayContaining(['express', 'socket.io', '@aws-sdk/client-sqs', 'client-zip']),
    );
    expect(names.filter((each) => ['sharp', '@napi-rs/image'].includes(each ?? ''))).toEqual([]);
  });
});

it('has in one image what all programs of an installation load, and no tool of development', async () => {
  const entries = IMAGE_ENTRIES.all.filter((entry) => !entry.startsWith('build/'));
  const { packages, sources } = await neededBy(ROOT.replace(/\/$/, ''), entries);
  const names = [...packages].map((path) => path.split('node_modules/').at(-1));
  expect(names).toEqual(expect.arrayContaining(['sharp', 'express', '@hyzyla/pdfium', 'socket.io']));
  expect(names.filter((name) => /^(vite|rollup|esbuild|vitest|typescript)$/.test(name ?? ''))).toEqual([]);
  expect(sources).toEqual(expect.arrayContaining([...entries]));
});

describe('what is kept of an image', () => {
  it('is what its programs load: no other package, no declaration of types and no source map', async () => {
    const folder = temporaryFolder();
    const files = {
      'package.json': '{}',
      LICENSE: 'MIT',
      'workers/main.ts': "import 'used';\n",
      'workers/pool/engine-process.ts': "import '../idle.ts';\n",
      'workers/idle.ts': 'export {};\n',
      'workers/other.ts': 'export {};\n',
      'node_modules/used/package.json': '{ "main": "index.js", "dependencies": { "@a/needed": "1" } }',
      'node_modules/used/index.js': 'module.exports = 1;\n',
      'node_modules/used/index.js.map': '{}',
      'node_modules/used/types/index.d.ts': 'export {};\n',
      'node_modules/@a/needed/package.json': '{}',
      'node_modules/@a/other/package.json': '{}',
      'node_modules/unused/package.json': '{}',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    // An image copies no other folder with tools.
    const tools = temporaryFolder();
    cpSync(`${ROOT}/infra/docker`, join(tools, 'infra/docker'), { recursive: true });
    symlinkSync(`${ROOT}/node_modules`, join(tools, 'node_modules'));
    writeFileSync(join(tools, 'package.json'), '{"type":"module"}');
    const script = join(tools, 'infra/docker/keep-needed.ts');
    const { status, stderr } = spawnSync(PROJECT_NODE, [script, 'worker'], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
    const kept = async (part: string) =>
      (await filesBelow(join(folder, part))).map((path) => relative(join(folder, part), path)).sort();
    expect(await kept('node_modules')).toEqual([
      '@a/needed/package.json',
      'used/index.js',
      'used/package.json',
    ]);
    expect(await kept('kept')).toEqual([
      'LICENSE',
      'licences.txt',
      'package.json',
      'workers/idle.ts',
      'workers/main.ts',
      'workers/pool/engine-process.ts',
    ]);
  });
});

it('leaves no shell and no package manager in an image, and what engines are held by', async () => {
  const root = temporaryFolder();
  const gone = [
    'bin/sh',
    'usr/bin/bash',
    'usr/bin/apt-get',
    'usr/bin/dpkg',
    'usr/bin/perl5.36.0',
    'usr/local/bin/npm',
  ];
  const stay = [
    'usr/bin/bwrap',
    'usr/bin/prlimit',
    'usr/bin/setpriv',
    'usr/bin/unshare',
    'usr/local/bin/node',
  ];
  for (const path of [...gone, ...stay]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  const { status } = spawnSync(PROJECT_NODE, [`${ROOT}/infra/docker/strip-shells.ts`, root]);
  expect(status).toBe(0);
  expect((await filesBelow(root)).map((path) => relative(root, path)).sort()).toEqual(stay.sort());
  for (const image of ['all', 'web', 'worker']) {
    const lines = readFileSync(`${ROOT}/infra/docker/${image}.Dockerfile`, 'utf8').split('\n');
    const after = lines.slice(lines.findIndex((line) => line.includes('strip-shells.ts"]')) + 1);
    expect(after.filter((line) => line.startsWith('RUN'))).toEqual([]);
    expect(after).toContain('ENTRYPOINT []');
  }
});

describe('the sources of an image', () => {
  const sourcesOf = async (entries: readonly string[]) =>
    (await neededBy(ROOT.replace(/\/$/, ''), entries)).sources;

  it('of a worker and of a function hold no server, no site and no codec of browsers', async () => {
    const [worker, inFunction] = [
      await sourcesOf(IMAGE_ENTRIES.worker),
      await sourcesOf(IMAGE_ENTRIES.function),
    ];
    expect(worker).toEqual(expect.arrayContaining(['workers/main.ts', 'workers/pool/engine-process.ts']));
    expect(inFunction).toContain('functions/lambda/worker.mjs');
    for (const path of [...worker, ...inFunction])
      expect(path).toMatch(/^(platform|workers|functions\/lambda)\/(?!engine\/codecs\/wasm\/)/);
    expect(worker.filter((path) => path.startsWith('functions/'))).toEqual([]);
  });

  it('of a web server hold no codec, no command line and no function', async () => {
    const web = await sourcesOf(IMAGE_ENTRIES.web.filter((entry) => !entry.startsWith('build/')));
    expect(web).toEqual(expect.arrayContaining(['functions/web.ts', 'functions/manage-keys.ts']));
    const notHere =
      /^(functions\/(cli|lambda|edge|client)|workers\/engine\/codecs\/(?!ports\/)\w+|workers\/pool)\//;
    expect(web.filter((path) => notHere.test(path))).toEqual([]);
  });
});

describe.each(['all', 'web', 'worker'] as const)('the %s image', (name) => {
  const dockerfile = read(`infra/docker/${name}.Dockerfile`);
  const instructions = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));

  it('runs Node 24 as a user without rights', () => {
    const images = instructions.filter((line) => line.startsWith('FROM '));
    expect(images.every((line) => line.startsWith('FROM node:24-bookworm-slim'))).toBe(true);
    expect(instructions.at(-1)).toMatch(/^CMD \["node", /);
    expect(instructions.findLast((line) => line.startsWith('USER '))).toBe('USER node');
    expect(dockerfile).toContain('HEALTHCHECK');
  });

  it('starts a program that exists, from folders that the build context holds', () => {
    const program = /^CMD \["node", "([^"]+)"\]$/.exec(instructions.at(-1) ?? '')?.[1] ?? '';
    expect(existsSync(`${ROOT}/${program}`)).toBe(true);
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = instructions
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from') && !line.includes('COPY . '))
      .flatMap((line) => line.split(' ').slice(1, -1))
      .filter((word) => !word.startsWith('--'));
    expect(copied.length).toBeGreaterThan(1);
    for (const path of copied) {
      expect(existsSync(`${ROOT}/${path}`), path).toBe(true);
      expect(allowed, path).toContain(path);
    }
  });
});
