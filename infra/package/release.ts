/**
 * `npm run release -- [--dry-run] [--registry URL]`: builds and packs the package, installs the packed file into an empty folder, runs
 * it there, and publishes it. `--dry-run` publishes on a registry of this machine alone, and installs it from there by every
 * client. docs/release.md says what comes before.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { pickEnvironment } from '#platform/process-environment.ts';
import { startRegistry } from '../registry/start-registry.ts';
import { buildPackage } from './build-package.ts';
import { packBuilt } from './pack-built.ts';
import { checkChangelog } from './check-changelog.ts';
import { allClients, nodesAtHand, trialsTable, tryClient, type Trial } from './try-clients.ts';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, registry: { type: 'string' } } });
const registry = values.registry === undefined ? [] : ['--registry', values.registry];
const { name, version } = JSON.parse(
  await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly name: string; readonly version: string };
const ci = pickEnvironment(['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'ACTIONS_ID_TOKEN_REQUEST_URL']);
const folder = await mkdtemp(join(tmpdir(), 'featherpress-release-'));
try {
  checkChangelog(
    await readFile(new URL('../../functions/cli/package/CHANGELOG.md', import.meta.url), 'utf8'),
    version,
  );
  checkOwner();
  await buildPackage(join(folder, 'package'), repository());
  const file = packBuilt(join(folder, 'package'), folder);
  if (values['dry-run']) {
    await rehearse(file);
    console.log(`${name} ${version} is ready: ${basename(file)}`);
  } else {
    await tryOut(file);
    publish(file);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @returns where GitHub Actions runs, with which the registry compares the proof; undefined elsewhere */
function repository(): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path } = ci;
  return server && path && `${server}/${path}`;
}

/** @throws Error when the name is taken by others, or this version is there */
function checkOwner(): void {
  const { status, stdout, stderr } = run('npm', ['view', name, '--json', ...registry]);
  if (status !== 0) {
    if (!`${stdout}${stderr}`.includes('E404')) throw new Error(`The registry does not answer: ${stderr}`);
    console.log(`The name ${name} is free: this release takes it.`);
    return;
  }
  const { versions = [], maintainers = [] } = JSON.parse(stdout) as {
    readonly versions?: readonly string[] | string;
    readonly maintainers?: readonly (string | { readonly name: string })[];
  };
  if ([versions].flat().includes(version))
    throw new Error(`Version ${version} is published: npm version --no-git-tag-version minor`);
  const owners = maintainers.map((each) => (typeof each === 'string' ? each.split(' ', 1)[0]! : each.name));
  const user = run('npm', ['whoami', ...registry]).stdout.trim();
  if (!owners.includes(user))
    throw new Error(
      `The name ${name} belongs to ${owners.join(', ')}, not to ${user || 'you'}: npm pkg set name=@you/featherpress`,
    );
}

/** As a stranger would: a folder with nothing in it. @throws Error when it does not run there */
async function tryOut(file: string): Promise<void> {
  const place = join(folder, 'place');
  await mkdir(place);
  await writeFile(join(place, 'package.json'), '{"private":true}');
  npm(['install', '--engine-strict', '--no-audit', '--no-fund', '--prefix', place, file]);
  const { status, stdout, stderr } = run(join(place, 'node_modules/.bin/featherpress'), ['--version']);
  if (status !== 0 || stdout.trim() !== version)
    throw new Error(`The packed command does not run: ${stdout}${stderr}`);
}

/** Publishes on this machine, and prints what each client took to install it. @throws Error when it does not run */
async function rehearse(file: string): Promise<void> {
  const usual = npm(['config', 'get', 'registry', ...registry]).trim();
  const { url, token, close } = await startRegistry(join(folder, 'registry'), name, usual);
  try {
    await writeFile(
      join(folder, '.npmrc'),
      `registry=${url}\n${url.slice('http:'.length)}/:_authToken=${token}\n`,
    );
    npm(['publish', file, '--access', 'public', '--userconfig', join(folder, '.npmrc'), '--registry', url]);
    const trials: Trial[] = [];
    for (const client of allClients())
      for (const node of nodesAtHand()) {
        const place = join(folder, `client-${trials.length}`);
        trials.push(await tryClient(place, client, node, { name, version, registry: url }));
        await rm(place, { recursive: true });
      }
    console.log(trialsTable(trials));
  } finally {
    close();
  }
}

function publish(file: string): void {
  // Says where the package was built; only a CI with OpenID Connect can.
  const canProve = 'ACTIONS_ID_TOKEN_REQUEST_URL' in ci;
  npm(['publish', file, '--access', 'public', ...(canProve ? ['--provenance'] : []), ...registry]);
  console.log(`${name} ${version} is published.`);
}

/** @returns what it writes @throws Error with what npm says */
function npm(args: readonly string[]): string {
  const { status, stdout, stderr } = run('npm', args);
  if (status !== 0) throw new Error(`npm ${args[0]!}: ${stderr}`);
  return stdout;
}

function run(program: string, args: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8', shell: process.platform === 'win32' });
}
