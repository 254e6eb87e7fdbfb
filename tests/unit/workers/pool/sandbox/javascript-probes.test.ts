import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '#tests/fixtures/engine-processes/probing.ts';
import {
  attempt,
  createSurroundings,
  installedAddOn,
  probingPool,
  workingSandboxes,
  type Surroundings,
} from '#tests/fixtures/sandbox-probe.ts';
import { COMPILED_CODE } from '#workers/pool/compiled-code.ts';
import { ownsNamespaces } from '#workers/pool/sandbox/sandbox.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const DENIED = 'ERR_ACCESS_DENIED';

/** What JavaScript of an engine may not do in any sandbox, by Node's permission model. */
function forbidden({ secret, dataDir, workspace, othersFile }: Surroundings): Attempt[] {
  const unreadable = [secret, othersFile, '/etc/passwd', '/proc/1/environ', '/proc/self/environ'];
  const ofProject = ['.git', '.env', '.gitignore', 'README.md', 'functions/cli.ts'].map(
    (name) => ROOT + name,
  );
  const ofCode = [`${ROOT}workers/pool/x`, `${ROOT}node_modules/x`, join(COMPILED_CODE, 'x')];
  const unwritable = [join(workspace, 'x'), ...ofCode, '/tmp/x', '/x'];
  return [
    ...[...unreadable, ...ofProject].map((at) => ({ what: 'read', at }) as const),
    ...[dataDir, workspace, ROOT, '/'].map((at) => ({ what: 'list', at }) as const),
    ...unwritable.map((at) => ({ what: 'write', at }) as const),
    { what: 'start' },
    { what: 'thread' },
    { what: 'load-own-add-on', at: installedAddOn() },
  ];
}

describe.each(workingSandboxes())('JavaScript in the sandbox "$kind"', (sandbox) => {
  it('reads code only, writes its folder only, and starts, threads and loads nothing', async () => {
    const surroundings = await createSurroundings();
    const pool = probingPool(sandbox, surroundings.workspace);
    const attempts = forbidden(surroundings);
    const outcomes = await attempt(pool, surroundings.workspace, attempts);
    expect(
      Object.fromEntries(attempts.map(({ what, at = '' }, index) => [`${what} ${at}`, outcomes[index]])),
    ).toEqual(Object.fromEntries(attempts.map(({ what, at = '' }) => [`${what} ${at}`, DENIED])));
  });

  it('reads its code', async () => {
    const { workspace } = await createSurroundings();
    const [outcome] = await attempt(probingPool(sandbox, workspace), workspace, [
      { what: 'read', at: `${ROOT}package.json` },
    ]);
    expect(outcome).toContain('featherpress');
  });

  it('finds nothing of the file before, and leaves nothing', async () => {
    const { workspace } = await createSurroundings();
    const pool = probingPool(sandbox, workspace);
    const own: Attempt[] = [
      { what: 'write', at: 'kept' },
      { what: 'list', at: '.' },
    ];
    expect(await attempt(pool, workspace, own)).toEqual(['done', 'done: kept,source']);
    expect(await attempt(pool, workspace, [{ what: 'list', at: '.' }])).toEqual(['done: source']);
    const folders = () => readdirSync(workspace).filter((name) => /^engine-[\da-f-]{36}$/.test(name));
    expect(folders()).toHaveLength(1);
    expect(folders().flatMap((name) => readdirSync(join(workspace, name)))).toEqual([]);
    await pool.close();
    expect(folders()).toEqual([]);
  });
});

describe.each(workingSandboxes().filter(({ kind }) => ownsNamespaces(kind)))(
  'JavaScript in the namespaces of "$kind"',
  (sandbox) => {
    it('sees neither network nor processes', async () => {
      const surroundings = await createSurroundings();
      const { tcpPort, udpPort, socket, workspace } = surroundings;
      const outcomes = await attempt(probingPool(sandbox, workspace), workspace, [
        { what: 'connect-tcp', at: String(tcpPort) },
        { what: 'connect-unix', at: socket },
        { what: 'signal', at: String(process.pid) },
        { what: 'send-udp', at: String(udpPort) },
        { what: 'ask-dns', at: String(udpPort) },
      ]);
      const unreachable = expect.stringMatching(/^(ECONNREFUSED|ENETUNREACH)$/) as string;
      expect(outcomes.slice(0, 3)).toEqual([unreachable, 'ENOENT', 'ESRCH']);
      expect(outcomes[4]).not.toMatch(/^done/);
      expect(surroundings.heard()).toBe(false);
    });
  },
);

describe.each(workingSandboxes().filter(({ kind }) => kind !== 'none'))(
  'JavaScript under the limits of "$kind"',
  (sandbox) => {
    it('opens few files and writes none of 10 GB', async () => {
      const { workspace } = await createSurroundings();
      const attempts: Attempt[] = [{ what: 'open-10000-files' }, { what: 'grow-file-to-10-gb' }];
      expect(await attempt(probingPool(sandbox, workspace), workspace, attempts)).toEqual([
        'EMFILE',
        'EFBIG',
      ]);
    });
  },
);
