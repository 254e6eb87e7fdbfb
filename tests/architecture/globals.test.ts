import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRulesIn } from '#tests/support/broken-rules.ts';
import { ROOT } from '#tests/support/walls.ts';

const ROUTE = 'workers/consumer/heartbeat.ts';
const ADAPTER = 'platform/adapters/abortable.ts';
const ENGINE = 'workers/engine/base/raster.ts';
const SHARED_CODEC = 'workers/engine/codecs/shared/load-wasm.ts';
const BROWSER = 'app/compressor/results/save.ts';
const NUMBERED = 'workers/engine/palette/choose/next-lambda.ts';

/** Ways to the environment, each in words. */
const ENVIRONMENT = {
  'process.env': 'export const planted = process.env.PORT;',
  destructuring: 'export const { env } = process;',
  'destructuring with another name': 'export const { env: planted } = process;',
  'destructuring of the rest': 'export const { pid, ...planted } = process;',
  'the global object': 'export const planted = globalThis.process.env;',
  'destructuring of the global object': 'export const { process: planted } = globalThis;',
  'an alias': 'const alias = process;\nexport const planted = alias.env.PORT;',
  brackets: "export const planted = process['env'];",
  'a name that is computed': "const name = 'env';\nexport const planted = process[name];",
  'a parameter': 'export const planted = (one: NodeJS.Process) => one.env;',
  'the type of process': 'export const planted = (one: typeof process) => one.env;',
  'an import': "import { env } from 'node:process';\nexport const planted = env;",
  'a late import': "export const planted = (await import('process')).env;",
};
const NO_ENVIRONMENT = [
  ["process.env.UV_THREADPOOL_SIZE = '1';", ROUTE],
  ['export const planted = (one: { env: string }) => one.env;', ROUTE],
  ['export const planted = (process: { env: string }) => process.env;', ROUTE],
  ['export const planted = process.env;', 'platform/config.ts'],
] as const;

const NODE = [
  'export const planted = Buffer.from("");',
  'export const planted = globalThis.Buffer;',
  'export const { Buffer: planted } = globalThis;',
  'export const planted = process.pid;',
  'export const planted = globalThis.process;',
  'export const { pid } = process;',
  'export const planted = typeof process;',
  'export const planted = self;',
  'export const planted = window.name;',
  'export const planted = document.title;',
  'export const planted = global;',
  'export const planted = setImmediate;',
  'export const planted = __dirname;',
  'export const planted = require("fs");',
];
const NAMES_OF_NODE =
  'export const planted = (one: { process: number; Buffer: number }) => one.process + one.Buffer;';

const NUMBERS = [
  'export const planted = (score: number) => score * 0.37;',
  'export const planted = (score: number) => score > 71;',
  'export const planted = [12, 40];',
  'export const planted = Math.min(NaN, 0.9);',
];
const NAMED_NUMBERS = [
  ['export const PLANTED_SHARE = 0.37;', NUMBERED],
  ['export const planted = (samples: Uint8Array) => (samples[7]! * 2) >> 8;', NUMBERED],
  ['export const PLANTED = [12, 40];', 'workers/engine/palette/tuning.ts'],
] as const;

const TEST = 'tests/unit/platform/config.test.ts';
const IDLE_PATTERNS = [
  'expect({}).toMatchObject({ text: /planted/ });',
  'expect({}).toMatchObject({ inner: [{ text: /planted/ }] });',
];
const USED_PATTERN = 'expect({}).toMatchObject({ text: expect.stringMatching(/planted/) });';
const EARLY_ENDS = [
  "it('is planted', { timeout: 60_000 }, () => {});",
  "it.each([1])('is planted', { timeout: 60_000 }, () => {});",
];
const LATE_END = "it('is planted', { timeout: 1_000_000 }, () => {});";

const CASES: readonly (readonly [line: string, path: string])[] = [
  ...Object.values(ENVIRONMENT).flatMap((line) => [[line, ROUTE] as const, [line, ADAPTER] as const]),
  ...NO_ENVIRONMENT,
  ...NODE.flatMap((line) => [[line, ENGINE] as const, [line, SHARED_CODEC] as const]),
  ['export const planted = Buffer;', BROWSER],
  [NAMES_OF_NODE, ENGINE],
  ...NUMBERS.map((line) => [line, NUMBERED] as const),
  ...NAMED_NUMBERS,
  ...[...IDLE_PATTERNS, USED_PATTERN, ...EARLY_ENDS, LATE_END].map((line) => [line, TEST] as const),
];

const folder = mkdtempSync(join(tmpdir(), 'featherpress-rules-'));
let broken: Awaited<ReturnType<typeof brokenRulesIn>>;

/** One run for all: each case lies in a folder of its own that is laid out like the project, under the project's rules. */
beforeAll(async () => {
  CASES.forEach(([line, path], number) => {
    const place = join(folder, String(number), path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, `${readFileSync(join(ROOT, path), 'utf8')}\n${line}\n`);
    const rules = `export { default } from ${JSON.stringify(join(ROOT, 'oxlint.config.ts'))};\n`;
    writeFileSync(join(folder, String(number), 'oxlint.config.ts'), rules);
  });
  broken = await brokenRulesIn(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

function rulesBrokenBy(line: string, path: string): readonly string[] {
  const number = CASES.findIndex(([aLine, aPath]) => aLine === line && aPath === path);
  if (number < 0) throw new Error(`Expected a case with ${line} in ${path}.`);
  return broken.filter(({ file }) => file === `${number}/${path}`).map(({ rule }) => rule);
}

describe('the environment', () => {
  it.each(Object.entries(ENVIRONMENT))('is found through %s', (_, line) => {
    for (const path of [ROUTE, ADAPTER]) expect(rulesBrokenBy(line, path)).toContain('house(no-environment)');
  });

  it.each(NO_ENVIRONMENT)('may be set, and read by the configuration: %s %s', (line, path) => {
    expect(rulesBrokenBy(line, path)).toEqual([]);
  });
});

describe('a global of Node', () => {
  it.each(NODE)('is found in the engine: %s', (line) => {
    for (const path of [ENGINE, SHARED_CODEC])
      expect(rulesBrokenBy(line, path)).toContain('eslint(no-restricted-globals)');
  });

  it('is found in code for browsers', () => {
    expect(rulesBrokenBy('export const planted = Buffer;', BROWSER)).toContain(
      'eslint(no-restricted-globals)',
    );
  });

  it('is not seen in a name', () => {
    expect(rulesBrokenBy(NAMES_OF_NODE, ENGINE)).toEqual([]);
  });
});

describe('a number without a name', () => {
  it.each(NUMBERS)('is found in a room of numbers: %s', (line) => {
    expect(rulesBrokenBy(line, NUMBERED)).toContain('eslint(no-magic-numbers)');
  });

  it.each(NAMED_NUMBERS)('is one with a name, a plain one or a row of a table: %s %s', (line, path) => {
    expect(rulesBrokenBy(line, path)).toEqual([]);
  });
});

describe('a pattern that compares nothing', () => {
  it.each(IDLE_PATTERNS)('is found in a test: %s', (line) => {
    expect(rulesBrokenBy(line, TEST)).toEqual(['house(no-idle-pattern)']);
  });

  it('is not one that is matched', () => {
    expect(rulesBrokenBy(USED_PATTERN, TEST)).toEqual([]);
  });
});

it.each(EARLY_ENDS)('a test that ends before all others would is found: %s', (line) => {
  expect(rulesBrokenBy(line, TEST)).toEqual(['house(no-early-end)']);
});

it('a test may end later', () => {
  expect(rulesBrokenBy(LATE_END, TEST)).toEqual([]);
});
