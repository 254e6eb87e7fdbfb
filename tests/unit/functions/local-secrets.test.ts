import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localSecret } from '#functions/local-secrets.ts';
import { createLogger } from '#platform/logger.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const GOOD = 'g'.repeat(32);

function folderWith(content?: string) {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'secrets', 'session-secret');
  if (content !== undefined) {
    mkdirSync(join(dataDir, 'secrets'));
    writeFileSync(file, content);
  }
  const lines: string[] = [];
  const read = () =>
    localSecret({
      dataDir,
      name: 'session-secret',
      create: () => GOOD,
      isUsable: (kept) => kept.length >= 32,
      logger: createLogger({ write: (line) => lines.push(line) }),
    });
  return { file, read, lines };
}

it('makes a secret once, for its owner alone', async () => {
  const { file, read, lines } = folderWith();
  expect(await Promise.all([read(), read()])).toEqual([GOOD, GOOD]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(file, '..'))).toEqual(['session-secret']);
  expect(lines).toEqual([]);
});

it('keeps the one that is there', async () => {
  expect(await folderWith('k'.repeat(40)).read()).toBe('k'.repeat(40));
});

it.each([[''], ['\n']])('replaces an empty file (%j) and says so', async (content) => {
  const { file, read, lines } = folderWith(content);
  expect(await read()).toBe(GOOD);
  expect(readFileSync(file, 'utf8')).toBe(GOOD);
  expect(lines.join('')).toContain('"secret.replaced"');
});

it.each([['x'], ['k'.repeat(31)]])('stops the start at %j and leaves it', async (content) => {
  const { file, read } = folderWith(content);
  await expect(read()).rejects.toMatchObject({
    code: 'invalid-configuration',
    message: expect.stringContaining(`DATA_DIR: the secret in ${file} is damaged or too short`) as string,
  });
  expect(readFileSync(file, 'utf8')).toBe(content);
});
