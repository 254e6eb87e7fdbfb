import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { writeOutput } from '#functions/cli/write-output.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const LONG_AGO = new Date('2019-05-05T12:00:00Z');

function folderWithResult() {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  writeFileSync(path('result'), 'smaller');
  writeFileSync(path('source'), 'the source');
  chmodSync(path('source'), 0o600);
  utimesSync(path('source'), LONG_AGO, LONG_AGO);
  return path;
}

describe('writeOutput', () => {
  it('gives the result the mode and the dates of its source', async () => {
    const path = folderWithResult();
    await writeOutput({ result: path('result'), output: path('sub/out'), source: statSync(path('source')) });
    const { mode, mtime } = statSync(path('sub/out'));
    expect([mode & 0o777, mtime]).toEqual([0o600, LONG_AGO]);
    expect(readFileSync(path('sub/out'), 'utf8')).toBe('smaller');
  });

  it('never makes a private file readable for others when it replaces it', async () => {
    const path = folderWithResult();
    await writeOutput({ result: path('result'), output: path('source'), source: null });
    expect(statSync(path('source')).mode & 0o777).toBe(0o600);
    expect(statSync(path('source')).mtime).not.toEqual(LONG_AGO);
  });

  it('gives a new file the usual mode where nothing is to be kept', async () => {
    const path = folderWithResult();
    await writeOutput({ result: path('result'), output: path('new'), source: null });
    expect(statSync(path('new')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it('writes through links, also through one that leads to nothing yet', async () => {
    const path = folderWithResult();
    for (const target of ['source', 'new']) {
      symlinkSync(target, path(`to-${target}`));
      await writeOutput({ result: path('result'), output: path(`to-${target}`), source: null });
      expect(readlinkSync(path(`to-${target}`))).toBe(target);
      expect(lstatSync(path(target)).isFile()).toBe(true);
      expect(readFileSync(path(target), 'utf8')).toBe('smaller');
    }
  });

  it('writes into a pipe and a device, and leaves them what they are', async () => {
    const path = folderWithResult();
    execFileSync('mkfifo', [path('pipe')]);
    const reader = spawn('cat', [path('pipe')]);
    const read = text(reader.stdout);
    await writeOutput({ result: path('result'), output: path('pipe'), source: null });
    expect(await read).toBe('smaller');
    expect(lstatSync(path('pipe')).isFIFO()).toBe(true);
    await writeOutput({ result: path('result'), output: '/dev/null', source: null });
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('leaves the old file and nothing else where it fails', async () => {
    const path = folderWithResult();
    mkdirSync(path('folder'));
    const before = readdirSync(path('.'));
    await expect(
      writeOutput({ result: path('nothing'), output: path('source'), source: null }),
    ).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(
      writeOutput({ result: path('result'), output: path('folder'), source: null }),
    ).rejects.toThrow(/is a directory/);
    expect(readFileSync(path('source'), 'utf8')).toBe('the source');
    expect(readdirSync(path('.'))).toEqual(before);
  });

  it('shows readers the old file or the whole new one', async () => {
    const path = folderWithResult();
    const large = Buffer.alloc(20_000_000, 'n');
    writeFileSync(path('result'), large);
    const reading = spawn('sh', [
      '-c',
      `for i in $(seq 300); do wc -c < "$0"; done | sort -u`,
      path('source'),
    ]);
    const sizes = text(reading.stdout);
    // From now on: on some machines it ends before the last round does.
    const closed = once(reading, 'close');
    for (let round = 0; round < 5; round++)
      await writeOutput({ result: path('result'), output: path('source'), source: null });
    await closed;
    const seen = (await sizes).trim().split('\n').map(Number);
    expect(seen.every((size) => size === 10 || size === large.length)).toBe(true);
  });
});
