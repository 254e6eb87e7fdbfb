import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listen } from '#tests/fixtures/listen.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { NPM, nodesAtHand, trialsTable, tryClient } from '../../../infra/package/try-clients.ts';

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  version: string;
};
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

interface Publication {
  readonly versions: Readonly<Record<string, { dist: { tarball: string }; repository?: object }>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** A registry of one user, as far as npm asks it. Source: the API of the public one, which publishes by PUT. */
async function startRegistry(owner: string) {
  // Whatever is not published here comes from where the machine takes it.
  const npm = spawnSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
  const usual = npm.stdout.trim().replace(/\/$/, '');
  const published = new Map<string, { document: object; files: ReadonlyMap<string, Buffer> }>();
  const url = await listen((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const [, file] = /\/-\/(.*\.tgz)$/.exec(path) ?? [];
    const found = published.get(path.slice(1).replace(/\/-\/.*$/, ''));
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/-/whoami') return answer(200, { username: 'ada' });
    if (request.method === 'PUT')
      return void json(request).then((body) => {
        const { _attachments: files, ...document } = body as Publication;
        for (const [at, { dist }] of Object.entries(document.versions))
          dist.tarball = `${url}/${name}/-/${at}.tgz`;
        const bytes = Object.entries(files).map(
          ([, { data }]) => [`${version}.tgz`, Buffer.from(data, 'base64')] as const,
        );
        published.set(path.slice(1), {
          document: { ...document, maintainers: [{ name: owner }] },
          files: new Map(bytes),
        });
        answer(201, { ok: true });
      });
    if (found && file) return response.end(found.files.get(file));
    if (found) return answer(200, found.document);
    if (path === `/${name}`) return answer(404, { error: 'not_found' });
    return response.writeHead(302, { Location: usual + (request.url ?? '') }).end();
  });
  return { url, published };
}

/** Runs the command with npm of the machine, whose user the registry knows. */
async function release(url: string, variables: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  writeFileSync(join(home, '.npmrc'), `//${new URL(url).host}/:_authToken=token\n`);
  const child = spawn(PROJECT_NODE, ['infra/package/release.ts', '--registry', url], {
    env: { ...process.env, ...variables, PATH, npm_config_userconfig: join(home, '.npmrc') },
  });
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { status, stdout, stderr };
}

describe('a release', () => {
  it('is published once, installs by its name and runs', async () => {
    const registry = await startRegistry('ada');
    const inActions = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'ada/feather' };
    expect(await release(registry.url, inActions)).toEqual({
      status: 0,
      stdout: `The name ${name} is free: this release takes it.\n${name} ${version} is published.\n`,
      stderr: '',
    });
    const { versions } = registry.published.get(name)!.document as Publication;
    // Without it the public registry refuses a proof of origin.
    expect(versions[version]!.repository).toEqual({
      type: 'git',
      url: 'git+https://github.example/ada/feather.git',
    });
    const trial = await tryClient(join(temporaryFolder(), 'place'), NPM, nodesAtHand()[0]!, {
      name,
      version,
      registry: registry.url,
    });
    expect(trialsTable([trial])).toMatch(
      /\| npm \d+\.\d+\.\d+ \| v\d+\.\d+\.\d+ \| \d+\.\d s \| \d+\.\d MB \|$/,
    );
    expect(await release(registry.url)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Version .* is published/),
    });
  });

  it('ends before anything is built where the name belongs to others', async () => {
    const registry = await startRegistry('mallory');
    registry.published.set(name, {
      document: {
        name,
        versions: { '9.0.0': {} },
        'dist-tags': { latest: '9.0.0' },
        maintainers: [{ name: 'mallory' }],
      },
      files: new Map(),
    });
    expect(await release(registry.url)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The name .* belongs to mallory, not to ada: npm pkg set name=@you\//),
    });
  });
});
