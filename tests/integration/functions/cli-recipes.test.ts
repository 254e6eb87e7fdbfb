import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { picture } from '../../../bench/sample-pictures.ts';
import { PATIENCE_MS } from '../../../infra/setup/patience.ts';

const CLI = fileURLToPath(new URL('../../../functions/cli.ts', import.meta.url));

/** The code of a recipe in a language. @param place among its pieces in this language [the first] */
function codeOf(recipe: string, language: string, place = 0): string {
  const page = readFileSync(
    fileURLToPath(new URL(`../../../docs/recipes/${recipe}.md`, import.meta.url)),
    'utf8',
  );
  return [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))][place]![1]!;
}

/** A folder in which `featherpress` is the command of this checkout, globally and as a package. */
function workplace() {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  for (const bin of ['bin', 'node_modules/.bin']) {
    mkdirSync(path(bin), { recursive: true });
    writeFileSync(path(`${bin}/featherpress`), `#!/bin/sh\nexec "${PROJECT_NODE}" "${CLI}" "$@"\n`);
    chmodSync(path(`${bin}/featherpress`), 0o755);
  }
  const env = { ...process.env, PATH: `${path('bin')}:${process.env.PATH}`, XDG_CACHE_HOME: path('cache') };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const run = (program: string, ...args: string[]) => spawnSync(program, args, options);
  return { path, run, start: (command: string) => spawn('sh', ['-c', `exec ${command}`], options) };
}

describe('recipes', () => {
  it('commit what is small', async () => {
    const { path, run } = workplace();
    const source = await picture('png', 64, 48);
    for (const args of [
      ['init', '-q'],
      ['config', 'user.email', 'a@b.c'],
      ['config', 'user.name', 'A'],
    ])
      run('git', ...args);
    writeFileSync(path('.git/hooks/pre-commit'), codeOf('git-pre-commit', 'sh'));
    chmodSync(path('.git/hooks/pre-commit'), 0o755);
    writeFileSync(path('ein Bild\n.PNG'), source);
    writeFileSync(path('notes.txt'), 'text');
    run('git', 'add', 'ein Bild\n.PNG', 'notes.txt');
    const { status, stderr } = run('git', 'commit', '-q', '-m', 'First');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const committed = Number(run('git', 'cat-file', '-s', 'HEAD:ein Bild\n.PNG').stdout);
    expect(committed).toBeLessThan(source.length);
    expect(run('git', 'status', '--porcelain', '--untracked-files=no').stdout).toBe('');
    writeFileSync(path('broken.pdf'), '%PDF-1.7 broken');
    run('git', 'add', 'broken.pdf');
    expect(run('git', 'commit', '-q', '-m', 'Second')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^broken\.pdf: /),
    });
  });

  it('fail a check with annotations', async () => {
    const { path, run } = workplace();
    const { jobs } = parse(codeOf('github-workflow', 'yaml')) as {
      jobs: { check: { steps: { run?: string }[] } };
    };
    const command = jobs.check.steps.at(-1)!.run!;
    mkdirSync(path('public'));
    writeFileSync(path('public/a.png'), await picture('png', 64, 48));
    const { status, stdout } = run('sh', '-c', command);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=public\/a\.png,title=Featherpress::Could be smaller: .*\n$/);
    run('featherpress', '--in-place', 'public');
    expect(run('sh', '-c', command)).toMatchObject({ status: 0, stdout: '' });
  });

  it('fail a job of GitLab with a report in JUnit', async () => {
    const { path, run } = workplace();
    const { 'small-files': job } = parse(codeOf('github-workflow', 'yaml', 2)) as {
      'small-files': { script: string[]; artifacts: { reports: { junit: string } } };
    };
    const command = job.script.at(-1)!;
    const report = path(job.artifacts.reports.junit);
    mkdirSync(path('public'));
    writeFileSync(path('public/a.png'), await picture('png', 64, 48));
    run('git', 'init', '-q');
    run('git', 'add', 'public');
    expect(run('sh', '-c', command)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/a\.png: .* could be smaller/),
    });
    expect(readFileSync(report, 'utf8')).toMatch(/<testcase [^>]*public\/a\.png[^>]*>\s*<failure /);
    expect(run('xmllint', '--noout', report).status).toBe(0);
    run('featherpress', '--in-place', 'public');
    expect(run('sh', '-c', command).status).toBe(0);
    expect(readFileSync(report, 'utf8')).not.toContain('<failure');
  });

  it('build a site with small pictures, and finished ones only once', async () => {
    const { path, run } = workplace();
    mkdirSync(path('public'));
    const source = await picture('png', 64, 48);
    writeFileSync(path('public/a.png'), source);
    const { scripts } = JSON.parse(codeOf('static-site', 'json')) as { scripts: Record<string, string> };
    for (const name of ['build', 'postbuild']) expect(run('sh', '-c', scripts[name]!).status).toBe(0);
    expect(statSync(path('dist/a.png')).size).toBeLessThan(source.length);
    const again = run('sh', '-c', scripts.postbuild!.replace('--quiet', '')).stdout;
    expect(again).toMatch(/skipped, finished before/);
  });

  it('make sets for a site', async () => {
    const { path, run } = workplace();
    mkdirSync(path('pictures'));
    writeFileSync(path('pictures/photo.jpg'), await picture('jpeg', 64, 48));
    expect(run('sh', '-c', codeOf('static-site', 'sh')).status).toBe(0);
    expect(readdirSync(path('public/pictures')).sort()).toEqual([
      ...['photo-64.jpg', 'photo-64.webp', 'photo-set.html', 'photo-set.json'],
    ]);
  });

  it('answer what a browser accepts', async () => {
    const { path, start } = workplace();
    mkdirSync(path('pictures'));
    writeFileSync(path('pictures/photo.jpg'), await picture('jpeg', 240, 180));
    const library = JSON.stringify(
      fileURLToPath(new URL('../../../functions/cli/library.ts', import.meta.url)),
    );
    const code = codeOf('server-by-accept', 'js').replace("'featherpress'", library);
    writeFileSync(
      path('server.mjs'),
      `${code.replace('process.env.PORT ?? 8080', "0, '127.0.0.1', function () { console.log(this.address().port); }")}`,
    );
    const child = start(`"${PROJECT_NODE}" server.mjs`);
    const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const typeFor = async (accept: string) => {
      const answer = await fetch(`http://127.0.0.1:${port.trim()}/photo.jpg`, { headers: { accept } });
      await answer.arrayBuffer();
      return answer.headers.get('content-type');
    };
    expect(await typeFor('image/avif,*/*')).toBe('image/avif');
    expect(await typeFor('*/*')).toBe('image/jpeg');
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('watch a folder', async () => {
    const { path, start } = workplace();
    mkdirSync(path('scans'));
    writeFileSync(path('scans/a.png'), await picture('png', 64, 48));
    const child = start(codeOf('watched-folder', 'sh').trim());
    await vi.waitUntil(() => existsSync(path('smaller/a.png')), { timeout: PATIENCE_MS, interval: 100 });
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});
