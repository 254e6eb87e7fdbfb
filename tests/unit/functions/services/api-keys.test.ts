import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiKeys, KEY_MEMORY_MS } from '#functions/services/identity/api-keys/api-keys.ts';
import { createKeyUses } from '#functions/services/identity/api-keys/key-uses.ts';
import { createKeyText, keyIdOf } from '#functions/services/identity/api-keys/key-text.ts';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { FileExpiringCounters } from '#platform/adapters/embedded/file-expiring-counters.ts';
import { createLogger } from '#platform/logger.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { filesBelow } from '#tests/fixtures/files-below.ts';
import { keysOf } from '#tests/fixtures/jobs.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const WANTED = { name: 'build server', scopes: ['compress', 'jobs:read'], tier: 'key' } as const;

/** Two processes on one store. */
async function openKeys() {
  const folder = temporaryFolder();
  const platform = await createEmbeddedPlatform({ dataDir: folder });
  onTestFinished(() => platform.close());
  const clock = new FakeClock();
  const open = () => createApiKeys({ objects: platform.objects, clock });
  return { folder, platform, clock, keys: open(), elsewhere: open() };
}

describe('the text of a key', () => {
  it('is recognised by prefix, length and checksum', () => {
    const { id, text } = createKeyText();
    expect(text).toMatch(/^fp_live_[0-9A-Za-z]{61}$/);
    expect(text).toContain(`fp_live_${id}`);
    expect(keyIdOf(text)).toBe(id);
  });

  it('is none of ours when anything of it differs', () => {
    const { text } = createKeyText();
    const other = (at: number) => text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1);
    const wrong = [
      text.slice(0, -1),
      `${text}0`,
      ` ${text}`,
      `${text}\n`,
      text.toUpperCase(),
      '',
      'fp_live_',
    ];
    for (let at = 0; at < text.length; at += 1) wrong.push(other(at));
    expect(wrong.filter((each) => keyIdOf(each) !== null)).toEqual([]);
  });

  it('never comes twice', () => {
    const made = Array.from({ length: 1_000 }, () => createKeyText());
    expect(new Set(made.map(({ id }) => id)).size).toBe(1_000);
    expect(new Set(made.map(({ text }) => text.slice(20, 63))).size).toBe(1_000);
  });
});

describe('keys', () => {
  it('are known by a hash alone', async () => {
    const { keys, folder } = await openKeys();
    const { record, text } = await keys.create(WANTED, 'ada');
    expect(await keys.verify(text)).toEqual(record);
    const stored = await Promise.all((await filesBelow(folder)).map((path) => readFile(path, 'utf8')));
    expect(stored.some((content) => content.includes(record.hash))).toBe(true);
    for (const content of stored) expect(content).not.toContain(text.slice(20));
  });

  it('are refused when they are unknown, forged under a known id, or expired', async () => {
    const { keys, clock } = await openKeys();
    const expiresAt = new Date(clock.now() + 1_000).toISOString();
    const { text } = await keys.create({ ...WANTED, expiresAt }, 'ada');
    const foreign = await (await openKeys()).keys.create(WANTED, 'ada');
    await expect(keys.verify(foreign.text)).rejects.toMatchObject({ code: 'invalid-key' });
    await expect(keys.verify(text.slice(0, 40))).rejects.toThrow('cut off or mistyped');
    await keys.verify(text);
    await clock.advance(1_000);
    await expect(keys.verify(text)).rejects.toThrow('expired');
  });

  it('are refused at once where they are revoked, and elsewhere within two seconds', async () => {
    const { platform, keys, elsewhere, clock } = await openKeys();
    const { record, text } = await keys.create(WANTED, 'ada');
    await Promise.all([keys.verify(text), elsewhere.verify(text)]);
    expect(await keys.revoke(record.id, 'eve')).toBe(false);
    await keys.verify(text);
    expect(await keys.revoke(record.id, 'ada')).toBe(true);
    expect(await keysOf(platform, 'keys/')).toEqual([]);
    await expect(keys.verify(text)).rejects.toMatchObject({ code: 'invalid-key' });
    await clock.advance(KEY_MEMORY_MS);
    await expect(elsewhere.verify(text)).rejects.toMatchObject({ code: 'invalid-key' });
    expect(await keys.revoke(record.id)).toBe(false);
  });

  it('ask the store once for many requests at the same moment', async () => {
    const { keys } = await openKeys();
    const { text } = await keys.create(WANTED, 'ada');
    let lookups = 0;
    const before = async () => void (lookups += 1);
    await Promise.all(Array.from({ length: 20 }, () => keys.verify(text, before)));
    expect(lookups).toBe(1);
    const refused = () => Promise.reject(new Error('too many'));
    await expect(keys.verify(createKeyText().text, refused)).rejects.toThrow('too many');
  });

  it('are listed for their account alone, oldest first, and are not without number', async () => {
    const { keys, clock } = await openKeys();
    await keys.create(WANTED);
    const names: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      await clock.advance(1);
      names.push((await keys.create({ ...WANTED, name: `key ${number}` }, 'ada')).record.name);
    }
    expect((await keys.ofAccount('ada')).map(({ name }) => name)).toEqual(names);
    expect(await keys.ofAccount('ad')).toEqual([]);
    expect(await keys.all()).toHaveLength(21);
    await expect(keys.create(WANTED, 'ada')).rejects.toMatchObject({ code: 'limit-reached' });
    await Promise.allSettled(Array.from({ length: 30 }, () => keys.create(WANTED, 'eve')));
    expect((await keys.ofAccount('eve')).length).toBeLessThanOrEqual(20);
    await keys.create(WANTED, 'grace');
  });
});

describe('the last use of a key', () => {
  it('is noted once a minute, however often the key is used', async () => {
    const clock = new FakeClock();
    const expiringCounters = await FileExpiringCounters.open(temporaryFolder(), { clock });
    onTestFinished(() => expiringCounters.close());
    let writes = 0;
    const counted = {
      read: expiringCounters.read.bind(expiringCounters),
      set: (...all: Parameters<typeof expiringCounters.set>) => ((writes += 1), expiringCounters.set(...all)),
    };
    const uses = createKeyUses({
      expiringCounters: counted,
      logger: createLogger({ level: 'silent' }),
      clock,
    });
    expect(await uses.lastUse('a')).toBeUndefined();
    for (let use = 0; use < 60; use += 1) {
      uses.note('a');
      await clock.advance(1_000);
    }
    expect(writes).toBe(1);
    uses.note('a');
    expect(writes).toBe(2);
    expect(Date.parse((await uses.lastUse('a'))!)).toBe(clock.now());
  });
});
