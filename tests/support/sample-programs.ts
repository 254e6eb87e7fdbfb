import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClient } from '../../infra/package/build-client.ts';
import { pythonWith } from './python.ts';

const SAMPLES = fileURLToPath(new URL('../../docs/samples', import.meta.url));
/** The address that samples name. */
const ADDRESS = 'http://localhost:3000';

/** Languages by folder, and how a program of theirs is run. */
const RUNNERS: Readonly<Record<string, (path: string) => readonly [program: string, ...args: string[]]>> = {
  curl: (path) => ['bash', path],
  javascript: (path) => [process.execPath, path],
  sdk: (path) => [process.execPath, path],
  python: (path) => [pythonWith('requests'), path],
  // Isolated from packages that happen to be installed.
  'python-stdlib': (path) => [pythonWith('urllib'), '-I', path],
  php: (path) => ['php', path],
  go: (path) => [path],
};
export const LANGUAGES = Object.keys(RUNNERS);

/** What the samples of a language show, such as `compress` and `batch`. */
export function samplesOf(language: string): string[] {
  return readdirSync(join(SAMPLES, language)).map((name) => basename(name, extname(name)));
}

/** Languages that samples are there for. */
export function sampleFolders(): string[] {
  return readdirSync(SAMPLES);
}

export interface SampleRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Files that it has written, by name. */
  readonly files: Readonly<Record<string, Buffer>>;
}

export interface SamplePrograms {
  /** Runs a sample as it stands in the documentation, in a new folder that holds `given`. */
  run(
    language: string,
    sample: string,
    given: Readonly<Record<string, Uint8Array>>,
    env?: Readonly<Record<string, string>>,
  ): Promise<SampleRun>;
}

/**
 * Makes the samples ready to be run against a server: Go's are compiled in one build, and the client of the API is built
 * where Node finds it.
 * @param server address that takes the place of the one in the samples
 */
export async function prepareSamples(server: string): Promise<{ folder: string } & SamplePrograms> {
  const folder = mkdtempSync(join(tmpdir(), 'featherpress-samples-'));
  cpSync(SAMPLES, folder, { recursive: true });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (extname(path) !== '') writeFileSync(path, readFileSync(path, 'utf8').replaceAll(ADDRESS, server));
  }
  buildGo(folder);
  await installClient(join(folder, 'node_modules/featherpress'));
  let runs = 0;
  return {
    folder,
    run(language, sample, given, env = {}) {
      const cwd = join(folder, `run-${++runs}`);
      mkdirSync(cwd);
      for (const [name, bytes] of Object.entries(given)) writeFileSync(join(cwd, name), bytes);
      const file = readdirSync(join(folder, language)).find(
        (name) => basename(name, extname(name)) === sample,
      );
      const path = language === 'go' ? join(folder, 'bin', sample) : join(folder, language, file!);
      return finished(RUNNERS[language]!(path), cwd, env, Object.keys(given));
    },
  };
}

/** Each program of Go is a package of its own. */
function buildGo(folder: string): void {
  const programs = samplesOf('go');
  for (const name of programs) {
    mkdirSync(join(folder, 'programs', name), { recursive: true });
    cpSync(join(folder, 'go', `${name}.go`), join(folder, 'programs', name, 'main.go'));
  }
  writeFileSync(join(folder, 'programs/go.mod'), 'module samples\n\ngo 1.19\n');
  mkdirSync(join(folder, 'bin'));
  const { status, stderr } = spawnSync('go', ['build', '-ldflags=-s -w', '-o', '../bin/', './...'], {
    cwd: join(folder, 'programs'),
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOPROXY: 'off' },
  });
  if (status !== 0) throw new Error(`The samples in Go do not compile:\n${stderr}`);
}

/** The built client of the API where Node looks for it. @param folder `node_modules/featherpress` beside the programs */
export async function installClient(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await buildClient(join(folder, 'dist'));
  const exports = { './client': './dist/client.js' };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'featherpress', type: 'module', exports }),
  );
}

function finished(
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
  env: Readonly<Record<string, string>>,
  given: readonly string[],
): Promise<SampleRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (status) => {
      const written = readdirSync(cwd).filter((name) => !given.includes(name));
      const files = Object.fromEntries(written.map((name) => [name, readFileSync(join(cwd, name))]));
      resolve({ status, stdout, stderr, files });
    });
  });
}
