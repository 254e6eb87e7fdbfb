import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { INPUT_KINDS, KIND_INFO } from '#engine/api/kinds.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { startReceiver, type ReceivedRequest } from '#tests/fixtures/receiver.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { picture } from '../../../bench/sample-pictures.ts';

const FOLDER = new URL('../../../infra/action/', import.meta.url);
const CLI = fileURLToPath(new URL('../../../functions/cli.ts', import.meta.url));
const AUTHOR = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.c',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.c',
};
const REPOSITORY = 'owner/site';

/** A repository with a branch of a pull request, and the one that it was cloned from. */
async function repository() {
  const root = temporaryFolder();
  const path = (name: string) => join(root, name);
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: path('site'),
      encoding: 'utf8',
      env: { ...process.env, ...AUTHOR },
    });
    expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
    return stdout.trim();
  };
  mkdirSync(path('site'));
  mkdirSync(path('origin'));
  spawnSync('git', ['init', '-q', '--bare', path('origin')]);
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', path('origin'));
  writeFileSync(path('site/old.png'), await picture('png', 64, 48, 2));
  git('add', '.');
  git('commit', '-q', '-m', 'First');
  const baseSha = git('rev-parse', 'HEAD');
  git('checkout', '-q', '-b', 'topic');
  const source = await picture('png', 64, 48);
  mkdirSync(path('site/pictures'));
  writeFileSync(path('site/pictures/new one.png'), source);
  writeFileSync(path('site/pictures/broken.pdf'), '%PDF-1.7 broken');
  git('add', '.');
  git('commit', '-q', '-m', 'Second');
  git('push', '-q', 'origin', 'topic');
  writeFileSync(path('site/not-tracked.png'), source);
  writeFileSync(path('command'), `#!/bin/sh\nexec "${PROJECT_NODE}" "${CLI}" "$@"\n`);
  chmodSync(path('command'), 0o755);
  return { path, git, baseSha, source };
}

type Repository = Awaited<ReturnType<typeof repository>>;

/** Runs the action as GitHub does: by its file, with inputs in the environment. */
async function run(
  { path, baseSha }: Repository,
  inputs: Record<string, string>,
  { head = REPOSITORY, api = 'http://127.0.0.1:1', isPullRequest = true } = {},
) {
  const pull = { number: 7, base: { sha: baseSha }, head: { ref: 'topic', repo: { full_name: head } } };
  writeFileSync(path('event.json'), JSON.stringify(isPullRequest ? { pull_request: pull } : {}));
  for (const name of ['summary', 'output']) writeFileSync(path(name), '');
  const given = Object.entries({ command: path('command'), token: 't0ken', ...inputs });
  const { runs } = parse(readFileSync(new URL('action.yml', FOLDER), 'utf8')) as { runs: { main: string } };
  const env: Partial<NodeJS.ProcessEnv> = {
    PATH: process.env.PATH,
    HOME: path('.'),
    ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    GITHUB_API_URL: api,
    GITHUB_EVENT_PATH: path('event.json'),
    GITHUB_OUTPUT: path('output'),
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_STEP_SUMMARY: path('summary'),
  };
  const child = spawn(PROJECT_NODE, [fileURLToPath(new URL(runs.main, FOLDER))], {
    cwd: path('site'),
    env: env as NodeJS.ProcessEnv,
  });
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  const read = (name: string) => readFileSync(path(name), 'utf8');
  return { status, stdout, stderr, summary: read('summary'), output: read('output') };
}

describe('the GitHub action', () => {
  it('checks the files that a pull request changes, and names the damaged ones', async () => {
    const here = await repository();
    const { status, stdout, summary, output } = await run(here, { mode: 'check' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::warning file=pictures\/broken\.pdf,title=Featherpress::/m);
    expect(stdout).toMatch(
      /^::error file=pictures\/new one\.png,title=Featherpress::Could be smaller by \d+ %$/m,
    );
    expect(stdout).not.toContain('old.png');
    expect(summary).toMatch(
      /### 1 file could be smaller\n\n\| File .*\n.*\n\| pictures\/new one\.png \| .* %/,
    );
    expect(summary).toContain('Could not be read: 1.');
    expect(output).toMatch(/^files=1\nsaved-bytes=\d+\n$/);
    expect(here.git('status', '--porcelain', '--untracked-files=no')).toBe('');
    expect((await run(here, { mode: 'check', 'max-saving': '99%' })).status).toBe(0);
  });

  it('knows the files of all kinds by every extension', async () => {
    const here = await repository();
    writeFileSync(here.path('site/photo.JFIF'), await picture('jpeg', 160, 120));
    here.git('add', 'photo.JFIF');
    here.git('commit', '-q', '-m', 'Third');
    const { stdout } = await run(here, { mode: 'check', 'max-saving': '1%' });
    expect(stdout).toMatch(/^::error file=photo\.JFIF,/m);
  });

  it('commits all tracked files that are smaller to the branch', async () => {
    const here = await repository();
    const { status, summary } = await run(here, { mode: 'commit' }, { isPullRequest: false });
    expect(status).toBe(0);
    expect(summary).toContain('2 files made smaller');
    expect(here.git('log', '-1', '--format=%s %an')).toBe('Make pictures and documents smaller featherpress');
    expect(here.git('show', '--name-only', '--format=', 'HEAD')).toBe('old.png\npictures/new one.png');
    expect(here.git('rev-parse', 'origin/topic')).toBe(here.git('rev-parse', 'HEAD'));
    expect(Number(here.git('cat-file', '-s', 'HEAD:pictures/new one.png'))).toBeLessThan(here.source.length);
    const again = await run(here, { mode: 'commit' }, { isPullRequest: false });
    expect(again).toMatchObject({ status: 0, output: 'files=0\nsaved-bytes=0\n' });
  });

  it('looks at a file of every extension that the command takes', async () => {
    const here = await repository();
    const names = INPUT_KINDS.flatMap((kind) => KIND_INFO[kind].extensions).map((each) => `all/a.${each}`);
    mkdirSync(here.path('site/all'));
    for (const name of names) writeFileSync(here.path(`site/${name}`), 'broken');
    here.git('add', 'all');
    here.git('commit', '-q', '-m', 'Third');
    const { stdout } = await run(here, { mode: 'check', paths: 'all' });
    const named = [...stdout.matchAll(/^::warning file=([^,]+),/gm)].map(([, name]) => name!);
    expect(named.sort()).toEqual(names.sort());
  });

  it('writes one comment, and over it the next time', async () => {
    const here = await repository();
    const others = Array.from({ length: 100 }, () => ({ url: 'http://127.0.0.1:1', body: 'Nice.' }));
    const written: { method: string; body: string }[] = [];
    const github = await startReceiver((response, _number, request: ReceivedRequest) => {
      const { method, path, headers, body } = request;
      expect(headers.authorization).toBe('Bearer t0ken');
      const url = `http://${headers.host!}/comment`;
      if (method !== 'GET')
        written.push({ method, body: (JSON.parse(body.toString()) as { body: string }).body });
      else expect(path).toMatch(/^\/repos\/owner\/site\/issues\/7\/comments\?per_page=100&page=[12]$/);
      const own = written.slice(0, 1).map((each) => ({ ...each, url }));
      response.end(JSON.stringify(path.endsWith('page=1') ? others : own));
    });
    for (let time = 0; time < 2; time++)
      expect(await run(here, { mode: 'comment' }, { api: github.url })).toMatchObject({
        status: 0,
        stderr: '',
      });
    expect(written.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(written[0]!.body).toMatch(/^<!-- featherpress -->\n### 1 file could be smaller/);
    expect(written[0]!.body).toMatch(/^\| \*\*Together\*\* \|.*\| \d+\.\d KB \(\d+ %\) \|$/m);
  });

  it.each(['commit', 'comment'])('writes nothing to a pull request of a fork with %s', async (mode) => {
    const here = await repository();
    const before = here.git('rev-parse', 'HEAD');
    const { status, summary } = await run(here, { mode }, { head: 'stranger/site' });
    expect(status).toBe(0);
    expect(summary).toContain('1 file could be smaller');
    expect(here.git('rev-parse', 'HEAD')).toBe(before);
    expect(here.git('status', '--porcelain', '--untracked-files=no')).toBe('');
  });

  it('has the inputs that its recipe names', () => {
    const recipe = readFileSync('docs/recipes/github-workflow.md', 'utf8');
    const [, workflow] = [...recipe.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, code]) => code!);
    const { jobs } = parse(workflow!) as {
      jobs: Record<string, { steps: { uses?: string; with: object }[] }>;
    };
    const { uses, with: given } = jobs['small-files']!.steps.at(-1)!;
    expect(uses).toContain('/infra/action@');
    const { inputs } = parse(readFileSync(new URL('action.yml', FOLDER), 'utf8')) as { inputs: object };
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    for (const [, named] of workflow!.matchAll(/# (.*): see action\.yml/g))
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(named!.split(', ')));
  });

  it.each([
    ['a mode that there is not', { mode: 'mend' }, 'Expected one of check, commit, comment as mode'],
    ['a command that is not there', { command: 'not-there' }, 'not-there could not be run'],
    ['an option that there is not', { arguments: '--fast' }, '--fast'],
  ])('fails with %s, and says why', async (_what, inputs, message) => {
    const { status, stdout } = await run(await repository(), inputs);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error title=Featherpress::/m);
    expect(stdout).toContain(message);
  });
});
