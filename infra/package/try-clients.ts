/** A release as strangers take it: from a registry, by every usual client, in an empty folder with an empty home. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { pickEnvironment } from '#platform/process-environment.ts';
import { programPath } from '../registry/programs.ts';

interface Client {
  readonly title: string;
  /** The program and what always comes first. */
  readonly program: readonly string[];
  readonly add: readonly string[];
  /** Before a program of the folder. */
  readonly exec: readonly string[];
  /** Files of the folder, by name. */
  readonly settings: (registry: string) => Readonly<Record<string, string>>;
}

export interface Trial {
  readonly title: string;
  readonly node: string;
  readonly installSeconds: number;
  readonly installedBytes: number;
}

/** Of the package under trial. */
interface Release {
  readonly name: string;
  readonly version: string;
  /** Address of the registry that has it. */
  readonly registry: string;
}

const byNpmrc = (registry: string) => ({ '.npmrc': `registry=${registry}\n` });
const byYarnrc = (registry: string) => ({
  '.yarnrc.yml': [
    `npmRegistryServer: ${registry}`,
    "unsafeHttpWhitelist: ['127.0.0.1']",
    // Engine processes find packages in folders alone.
    'nodeLinker: node-modules',
    'enableGlobalCache: false',
    // Usual is a day, and this release is a minute old.
    'npmMinimalAgeGate: 0',
  ].join('\n'),
  // A project of its own, wherever the folder lies.
  'yarn.lock': '',
});

/** What is installed already, and is no package of this project. */
export const NPM: Client = {
  title: 'npm',
  program: ['npm'],
  // A package that asks for a newer Node ends the installation; Yarn 1 needs no option for that.
  add: ['install', '--engine-strict', '--no-audit', '--no-fund'],
  exec: ['exec', '--'],
  settings: byNpmrc,
};

/** @returns npm and those of infra/registry */
export function allClients(): readonly Client[] {
  const byNode = (name: Parameters<typeof programPath>[0]) => ['node', programPath(name)];
  return [
    NPM,
    {
      title: 'pnpm',
      program: byNode('pnpm'),
      add: ['add', '--engine-strict'],
      exec: ['exec'],
      settings: byNpmrc,
    },
    { title: 'Yarn', program: [...byNode('yarn'), '-s'], add: ['add'], exec: [], settings: byNpmrc },
    { title: 'Yarn', program: byNode('yarn-berry'), add: ['add'], exec: [], settings: byYarnrc },
  ];
}

/** @returns programs: the Node that the machine has, and the project's own where it is another one */
export function nodesAtHand(): readonly string[] {
  const machine = spawnSync('node', ['-p', 'process.execPath'], {
    encoding: 'utf8',
    env: environment({ PATH: pathOfMachine() }),
  });
  return [...new Set([machine.stdout.trim(), process.execPath])];
}

const SAMPLES = ['feather.jpg', 'feather-notes.pdf'];

const programFor = (name: string) => `
import { readFile } from 'node:fs/promises';
import { compress } from '${name}';
import { Featherpress } from '${name}/client';
import { vite } from '${name}/plugin';
const source = await readFile('in/feather.jpg');
const { bytes } = await compress(source);
if (bytes.length >= source.length || !Featherpress || !vite) throw new Error('It does nothing.');
console.log(process.version);
`;

/**
 * Installs a release and runs its command and its library.
 * @param folder to work in; must not exist
 * @param node program
 * @throws Error with what a program wrote, when one fails
 */
export async function tryClient(
  folder: string,
  { title, program, add, exec, settings }: Client,
  node: string,
  { name, version, registry }: Release,
): Promise<Trial> {
  const place = await emptyPlace(folder, node, { ...settings(registry), 'program.js': programFor(name) });
  const call = (...args: readonly string[]) => runIn(place, [...program, ...args]);
  const clientVersion = await call('--version');
  const start = performance.now();
  await call(...add, name);
  const installSeconds = (performance.now() - start) / 1000;
  expectEqual(await call(...exec, 'featherpress', '--version'), version);
  await call(...exec, 'featherpress', 'in', '-o', 'out');
  for (const sample of SAMPLES)
    if (!(await isSmaller(place, sample))) throw new Error(`${title}: ${sample} got no smaller.`);
  const nodeVersion = await call(...exec, 'node', 'program.js');
  const installedBytes = await bytesBelow(join(place, 'node_modules'));
  return { title: `${title} ${clientVersion}`, node: nodeVersion, installSeconds, installedBytes };
}

/** @returns the rows of a table in Markdown */
export function trialsTable(trials: readonly Trial[]): string {
  const rows = trials.map(({ title, node, installSeconds, installedBytes }) =>
    [title, node, `${installSeconds.toFixed(1)} s`, `${(installedBytes / 1e6).toFixed(1)} MB`].join(' | '),
  );
  const lines = ['Client | Node | Installation | Installed', '--- | --- | ---: | ---:', ...rows];
  return lines.map((line) => `| ${line} |`).join('\n');
}

async function emptyPlace(
  folder: string,
  node: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  for (const part of ['in', '.home', '.bin']) await mkdir(join(folder, part), { recursive: true });
  await symlink(node, join(folder, '.bin/node'));
  for (const sample of SAMPLES)
    await copyFile(
      fileURLToPath(new URL(`../../public/media/${sample}`, import.meta.url)),
      join(folder, 'in', sample),
    );
  const all = { 'package.json': '{"private":true,"type":"module"}', ...files };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(folder, name), text)));
  return folder;
}

/** @returns standard output without blanks around it @throws Error with all that it wrote */
async function runIn(place: string, [program = '', ...args]: readonly string[]): Promise<string> {
  const child = spawn(program, args, {
    cwd: place,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment({
      PATH: [join(place, '.bin'), pathOfMachine()].join(delimiter),
      HOME: join(place, '.home'),
    }),
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout.trim();
}

/** Nothing of this session: no setting of npm, no cache. */
function environment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return variables as NodeJS.ProcessEnv;
}

function expectEqual(found: string, expected: string): void {
  if (found !== expected) throw new Error(`Expected ${expected} but got ${found}.`);
}

async function isSmaller(place: string, sample: string): Promise<boolean> {
  const [before, after] = await Promise.all(['in', 'out'].map((part) => stat(join(place, part, sample))));
  return after!.size < before!.size;
}

/** Without what links lead to: pnpm links a package from every one that needs it. */
async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const stats = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return stats.reduce((sum, { size }) => sum + size, 0);
}

/** Without the programs of this project. */
function pathOfMachine(): string {
  const { PATH = '' } = pickEnvironment(['PATH']);
  return PATH.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
}
