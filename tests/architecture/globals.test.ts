import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ESLint } from '../../infra/lint/programs.ts';
import { ROOT } from '#tests/support/walls.ts';

/** The files below with what they import; `npm run lint:rules` takes the types of the whole project. */
const PROJECT = join(ROOT, 'tests/architecture/planted-lines.tsconfig.json');

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: PROJECT,
        // Else the parser takes a machine with CI in its environment for one run over files as they stand on disk, and
        // never sees a line that is added.
        disallowAutomaticSingleRunInference: true,
      },
    },
  },
});

/** Rules that refuse a file of the project once a line is added to it. */
async function rulesBrokenBy(line: string, path: string): Promise<string[]> {
  const text = `${readFileSync(join(ROOT, path), 'utf8')}\n${line}\n`;
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, path) });
  return result!.messages.map(({ ruleId }) => ruleId ?? 'syntax');
}

const ROUTE = 'workers/consumer/heartbeat.ts';
const ADAPTER = 'platform/adapters/abortable.ts';
const ENGINE = 'workers/engine/base/raster.ts';
const SHARED_CODEC = 'workers/engine/codecs/shared/load-wasm.ts';
const BROWSER = 'app/compressor/results/save.ts';

describe('the environment', () => {
  it.each([
    ['process.env', 'export const planted = process.env.PORT;'],
    ['destructuring', 'export const { env } = process;'],
    ['destructuring with another name', 'export const { env: planted } = process;'],
    ['destructuring of the rest', 'export const { pid, ...planted } = process;'],
    ['the global object', 'export const planted = globalThis.process.env;'],
    ['an alias', 'const alias = process;\nexport const planted = alias.env.PORT;'],
    ['brackets', "export const planted = process['env'];"],
    ['a parameter', 'export const planted = (one: NodeJS.Process) => one.env;'],
    ['an import', "import { env } from 'node:process';\nexport const planted = env;"],
  ])('is found through %s', async (_, line) => {
    for (const path of [ROUTE, ADAPTER])
      expect(await rulesBrokenBy(line, path)).toContain('house/no-environment');
  });

  it('may be set for a library, and other things may be called env', async () => {
    const set = "process.env.UV_THREADPOOL_SIZE = '1';";
    expect(await rulesBrokenBy(set, ROUTE)).toEqual([]);
    const other = 'export const planted = (one: { env: string }) => one.env;';
    expect(await rulesBrokenBy(other, ROUTE)).toEqual([]);
  });

  it('is read by the configuration', async () => {
    const line = 'export const planted = process.env;';
    expect(await rulesBrokenBy(line, 'platform/config.ts')).toEqual([]);
  });
});

describe('a global of Node', () => {
  it.each([
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
  ])('is found in the engine: %s', async (line) => {
    for (const path of [ENGINE, SHARED_CODEC])
      expect(await rulesBrokenBy(line, path)).toContain('no-restricted-globals');
  });

  it('is found in code for browsers', async () => {
    expect(await rulesBrokenBy('export const planted = Buffer;', BROWSER)).toContain('no-restricted-globals');
  });

  it('is not seen in a name', async () => {
    const line =
      'export const planted = (one: { process: number; Buffer: number }) => one.process + one.Buffer;';
    expect(await rulesBrokenBy(line, ENGINE)).toEqual([]);
  });
});

describe('a number without a name', () => {
  const NUMBERED = 'workers/engine/palette/choose/next-lambda.ts';

  it.each([
    'export const planted = (score: number) => score * 0.37;',
    'export const planted = (score: number) => score > 71;',
    'export const planted = [12, 40];',
    'export const planted = Math.min(NaN, 0.9);',
  ])('is found in a room of numbers: %s', async (line) => {
    expect(await rulesBrokenBy(line, NUMBERED)).toContain('@typescript-eslint/no-magic-numbers');
  });

  it.each([
    [NUMBERED, 'export const PLANTED_SHARE = 0.37;'],
    [NUMBERED, 'export const planted = (samples: Uint8Array) => (samples[7]! * 2) >> 8;'],
    ['workers/engine/palette/tuning.ts', 'export const PLANTED = [12, 40];'],
  ])('is one with a name, a plain one or a row of a table: %s %s', async (path, line) => {
    expect(await rulesBrokenBy(line, path)).toEqual([]);
  });
});
