import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedSystem, type EmbeddedSystem } from '../embedded-system.ts';
import { picture } from '../sample-pictures.ts';
import { median, printTable } from '../table.ts';
import { ATTACKS, type Attack } from './attacks.ts';

const OTHER = { 'X-Forwarded-For': '198.51.100.9' };

/** What a server and another client of it felt of an attack. */
export interface Siege {
  readonly name: string;
  readonly count: number;
  /** A small picture of another client, in ms, median. */
  readonly ms: number;
  /** Of the web process, at most during the attack. */
  readonly residentBytes: number;
  readonly descriptors: number;
  /** Of the web process, once the attack is over. */
  readonly descriptorsAfter: number;
}

/**
 * One server that is under siege by one kind of load after another, while another client sends small pictures.
 * @param share  of the attacks' counts that are sent, 0 to 1
 * @param rounds pictures during each attack
 * @returns      first without any attack
 */
export async function besiege(share: number, rounds: number): Promise<Siege[]> {
  const photo = new Blob([Uint8Array.from(await picture('jpeg', 320, 240))], { type: 'image/jpeg' });
  const large = new Blob([Uint8Array.from(await picture('png', 800, 600, 5))], { type: 'image/png' });
  const system = await startEmbeddedSystem({ TRUSTED_PROXIES: '1', FILES_PER_MINUTE: '1000' });
  try {
    // The first files wait for the engines to start.
    for (let warm = 0; warm < 3; warm += 1) await system.compress(photo, 'photo.jpg', OTHER);
    const idle: Attack = { name: 'idle', count: 0, begin: async () => () => {} };
    const rows: Siege[] = [];
    for (const attack of [idle, ...ATTACKS])
      rows.push(await feel(system, attack, { count: Math.ceil(attack.count * share), photo, large, rounds }));
    return rows;
  } finally {
    await system.stop();
  }
}

async function feel(
  system: EmbeddedSystem,
  { name, begin }: Attack,
  { count, photo, large, rounds }: { count: number; photo: Blob; large: Blob; rounds: number },
): Promise<Siege> {
  const end = await begin(system.url, count, large);
  const times: number[] = [];
  let [residentBytes, descriptors] = [0, 0];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { ms, status } = await system.compress(photo, 'photo.jpg', OTHER);
      if (status !== 200) throw new Error(`Expected status 200 during "${name}" but received ${status}`);
      times.push(ms);
      residentBytes = Math.max(residentBytes, await system.residentBytes());
      descriptors = Math.max(descriptors, descriptorsOf(system.pid));
    }
  } finally {
    end();
  }
  await pause(1_000);
  const descriptorsAfter = descriptorsOf(system.pid);
  return { name, count, ms: median(times), residentBytes, descriptors, descriptorsAfter };
}

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** `npm run bench -- siege`: the long form, as a table. */
export async function benchSiege(): Promise<void> {
  const rows = await besiege(1, 15);
  console.log('\nA JPEG of 320 x 240 of another client, and the web process, during each attack');
  printTable(rows, [
    { title: '', value: ({ name }) => name, isText: true },
    { title: 'count', value: ({ count }) => String(count) },
    { title: 'picture, ms', value: ({ ms }) => ms.toFixed(0) },
    { title: 'memory, MB', value: (row) => (row.residentBytes / 1024 ** 2).toFixed(0) },
    { title: 'descriptors', value: ({ descriptors }) => String(descriptors) },
    { title: 'after', value: ({ descriptorsAfter }) => String(descriptorsAfter) },
  ]);
}
