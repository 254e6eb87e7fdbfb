import { describe, expect, it, onTestFinished } from 'vitest';
import { createSessionTokens } from '#functions/services/identity/session-tokens.ts';
import { createSignOuts, SIGN_OUT_MEMORY_MS } from '#functions/services/identity/sign-outs.ts';
import { FileObjectStore } from '#platform/adapters/embedded/file-object-store.ts';
import { expiryRules } from '#platform/contracts/expiry-rules.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const ADA = { subject: '1', name: 'Ada', email: 'ada@example.org', picture: '' };
const [OLD, NEW, OTHER] = ['old', 'new', 'other'].map((word) => word.padEnd(32, '.')) as [
  string,
  string,
  string,
];
const DAY_MS = 86_400_000;

describe('secrets of sessions', () => {
  const withSecrets = (...secrets: string[]) => createSessionTokens({ secrets, isDemo: false });

  it('are changed without signing anybody out', async () => {
    const before = await withSecrets(OLD).issue(ADA);
    const between = withSecrets(NEW, OLD);
    expect(await between.verify(before)).toMatchObject(ADA);
    const after = await between.issue(ADA);
    expect(await withSecrets(NEW).verify(after)).toMatchObject(ADA);
    // A server that knows the new secret already and still signs with the old one.
    expect(await withSecrets(OLD, NEW).verify(after)).toMatchObject(ADA);
    await expect(withSecrets(NEW).verify(before)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('that are not in the list count for nothing', async () => {
    const foreign = await withSecrets(OTHER).issue(ADA);
    await expect(withSecrets(NEW, OLD).verify(foreign)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('tell an expired token from a foreign one, whichever of them signed it', async () => {
    const clock = new FakeClock();
    const token = await createSessionTokens({ secrets: [OLD], isDemo: false, clock }).issue(ADA);
    await clock.advance(7 * DAY_MS + 1_000);
    const tokens = createSessionTokens({ secrets: [NEW, OLD], isDemo: false, clock });
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'token-expired' });
  });
});

describe('signing out everywhere', () => {
  /** Two processes on one store. */
  function openSessions() {
    const clock = new FakeClock();
    const objects = new FileObjectStore(temporaryFolder(), { clock });
    onTestFinished(() => objects.close());
    const open = () => {
      const signOuts = createSignOuts({ objects, clock });
      return { signOuts, tokens: createSessionTokens({ secrets: [NEW], isDemo: false, signOuts, clock }) };
    };
    return { clock, objects, here: open(), there: open() };
  }

  it('ends every session of before, and none of after, in each process within two seconds', async () => {
    const { clock, here, there } = openSessions();
    const [first, second] = [await here.tokens.issue(ADA), await there.tokens.issue(ADA)];
    const grace = await here.tokens.issue({ ...ADA, subject: '2' });
    const { accountId } = await here.tokens.verify(first);
    await there.tokens.verify(second);

    await here.signOuts.signOutEverywhere(accountId);
    await expect(here.tokens.verify(first)).rejects.toMatchObject({ code: 'unauthorized' });
    // In the same instant, and taken by a process that has not heard of it yet.
    const again = await there.tokens.issue(ADA);
    await Promise.all([here.tokens.verify(again), there.tokens.verify(again)]);
    await clock.advance(SIGN_OUT_MEMORY_MS);
    for (const { tokens } of [here, there]) {
      await expect(tokens.verify(second)).rejects.toMatchObject({ code: 'unauthorized' });
      await tokens.verify(again);
      await tokens.verify(grace);
    }
  });

  it('leaves one small object, and none when nothing needs it any more', async () => {
    const { clock, objects, here } = openSessions();
    const token = await here.tokens.issue(ADA);
    const { accountId } = await here.tokens.verify(token);
    for (let time = 0; time < 3; time += 1) await here.signOuts.signOutEverywhere(accountId);
    const names = async () => {
      const keys: string[] = [];
      for await (const { key } of objects.list('')) keys.push(key);
      return keys;
    };
    expect(await names()).toEqual([`sign-outs/${accountId}`]);
    const between = await here.tokens.issue(ADA);
    await clock.advance(7 * DAY_MS + 3_601_000);
    await objects.sweep(expiryRules({}));
    expect(await names()).toEqual([]);
    await expect(here.tokens.verify(between)).rejects.toMatchObject({ code: 'token-expired' });

    // A session from after the sweep ends with the next sign-out all the same.
    const late = await here.tokens.issue(ADA);
    await here.signOuts.signOutEverywhere(accountId);
    await expect(here.tokens.verify(late)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
