import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { detectKind, type CompressionReport } from '#engine/index.ts';
import { memorySettings } from '#functions/cli/restart-for-large-files.ts';
import { buildDeck } from '#tests/fixtures/pptx-deck.ts';
import { PROJECT_NODE } from '#tests/fixtures/project-node.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { noise } from '#tests/support/shrink-deck.ts';
import { picture } from '../../../bench/sample-pictures.ts';

const CLI = fileURLToPath(new URL('../../../functions/cli.ts', import.meta.url));

function cli(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(PROJECT_NODE, [CLI, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('command-line tool', { timeout: 60_000 }, () => {
  it('writes a file that is no bigger, says so, and leaves a report', async () => {
    const folder = temporaryFolder();
    const [input, output, report] = ['photo.dat', 'out.jpg', 'report.json'].map((name) => join(folder, name));
    writeFileSync(input!, await picture('jpeg', 160, 120));
    const { status, stdout, stderr } = cli(input!, '-o', output!, '--report', report!);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\S+photo\.dat: [\d.]+ KB → [\d.]+ (KB|Bytes) \(-?\d+ %\)\n$/);
    const written = JSON.parse(readFileSync(report!, 'utf8')) as CompressionReport;
    expect(written).toMatchObject({ file: 'photo.dat', kind: 'jpeg', outputBytes: statSync(output!).size });
    expect(statSync(output!).size).toBeLessThanOrEqual(statSync(input!).size);
    expect(detectKind(readFileSync(output!))).toBe('jpeg');
    expect(readdirSync(folder).sort()).toEqual(['out.jpg', 'photo.dat', 'report.json']);
  });

  it('starts anew for large files, with the same outcome', () => {
    const folder = temporaryFolder();
    const [input, output] = ['large.pptx', 'out.pptx'].map((name) => join(folder, name));
    const film = { 'ppt/media/film.mp4': noise(17 * 1024 ** 2) };
    const presentationRelationships = [{ id: 'rId80', type: 'video', target: 'media/film.mp4' }];
    writeFileSync(input!, buildDeck({ slides: [{ shapes: '' }], parts: film, presentationRelationships }));
    const { status, stdout, stderr } = cli(input!, '-o', output!);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/large\.pptx/);
    expect(statSync(output!).size).toBeLessThanOrEqual(statSync(input!).size);
    expect(memorySettings(16 * 1024 ** 2, {}, 'linux')).toMatchObject({ MALLOC_ARENA_MAX: '2' });
    expect(memorySettings(16 * 1024 ** 2, { MALLOC_MMAP_THRESHOLD_: '1' }, 'linux')).toBeNull();
    expect(memorySettings(1e6, {}, 'linux')).toBeNull();
  });

  it('goes on after a file that cannot be compressed and ends with 3', async () => {
    const folder = temporaryFolder();
    const path = (name: string) => join(folder, name);
    writeFileSync(path('empty.pdf'), '');
    writeFileSync(path('good.png'), await picture('png', 64, 48));
    const { status, stdout, stderr } = cli(path('empty.pdf'), path('good.png'), '-o', path('out/'), '-q');
    expect({ status, stdout, stderr }).toEqual({
      status: 3,
      stdout: '',
      stderr: `${path('empty.pdf')}: The file is empty.\n`,
    });
    expect(readdirSync(path('out'))).toEqual(['good.png']);
  });

  it('ends with 2 for bad usage and with 0 for help', () => {
    expect(cli('nothing.jpg', '-o', 'x')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'There is no file nothing.jpg.\nTry --help.\n',
    });
    expect(cli('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: npm run -s compress'),
    });
  });
});
