import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import type { RunOptions } from '#workers/pool/engine-child.ts';
import type { EngineJob } from '#workers/pool/engine-job.ts';
import { EnginePool, type EnginePoolOptions } from '#workers/pool/engine-pool.ts';
import { firstChild } from '#workers/pool/process-tree.ts';

const SCRIPT = fileURLToPath(new URL('../../../fixtures/engine-processes/misbehaving.ts', import.meta.url));
const logger = createLogger({ level: 'error' });
/** A machine under full load may take seconds to start or end a process. */
const PATIENTLY = { interval: 5 };

let directory: string;
let pool: EnginePool;
let files = 0;

function createPool(options: Partial<EnginePoolOptions> = {}): EnginePool {
  return new EnginePool({
    directory,
    logger,
    size: 1,
    script: SCRIPT,
    memoryBytes: 400 * 1024 * 1024,
    ...options,
  });
}

function killAll(which: EnginePool): void {
  for (const pid of which.pids()) process.kill(pid, 'SIGKILL');
}

async function jobOf(behaviour: string): Promise<EngineJob> {
  files += 1;
  const sourcePath = join(directory, `${files}.in`);
  await writeFile(sourcePath, `${behaviour}\n${'x'.repeat(1000)}`);
  return { sourcePath, outputPath: join(directory, `${files}.out`) };
}

async function run(behaviour: string, on = pool, options?: RunOptions) {
  const job = await jobOf(behaviour);
  return { ...(await on.run(job, options)), output: () => readFile(job.outputPath, 'utf8') };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engine-pool-'));
  pool = createPool();
});
afterAll(async () => {
  await pool.close();
  await rm(directory, { recursive: true });
});

describe('engine pool', () => {
  it('answers with the report and the written file', async () => {
    const answer = await run('copies');
    expect(answer.report).toMatchObject({ kind: 'jpeg', outputBytes: answer.outputBytes });
    expect((await answer.output()).length).toBe(answer.outputBytes);
  });

  it('reuses a healthy process', async () => {
    await run('copies');
    const [pid] = pool.pids();
    await run('copies');
    expect(pool.pids()).toEqual([pid]);
  });

  it.each([
    ['crashes', 'engine-crashed'],
    ['exits', 'engine-crashed'],
    ['replies-malformed', 'engine-crashed'],
    ['writes-nothing', 'engine-crashed'],
    ['writes-more', 'engine-crashed'],
    ['eats-memory', 'limit-exceeded'],
    ['throws-a-reason', 'damaged'],
    ['throws-a-bug', 'internal'],
    ['breaks-down', 'internal'],
    ['has-no-descriptors', 'internal'],
    ['writes-elsewhere', 'internal'],
  ])('answers %s with %s and serves the next file', async (behaviour, code) => {
    await expect(run(behaviour)).rejects.toMatchObject({ name: 'EngineFailure', code });
    await expect(run('copies')).resolves.toBeDefined();
  });

  it('blames the machine for want of room, and serves the next file', async () => {
    const failure: unknown = await run('has-no-room').catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'Error', code: 'ENOSPC' });
    await expect(run('copies')).resolves.toBeDefined();
  });

  it('outlives a machine that cannot start a process, and tells the jobs that wait', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-pool-'));
    const short = createPool({ directory: folder });
    // Both files are there before the first call, so that the second job waits for the process of the first.
    const [hanging, copied] = [await jobOf('hangs-waiting'), await jobOf('copies')];
    const running = short.run(hanging, {
      onProgress() {
        // No folder can be made in a folder that is gone.
        rmSync(folder, { recursive: true });
        killAll(short);
      },
    });
    const waiting = short.run(copied);
    await expect(running).rejects.toMatchObject({ code: 'engine-crashed' });
    await expect(waiting).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(folder);
    await expect(run('copies', short)).resolves.toBeDefined();
    await short.close();
    await rm(folder, { recursive: true });
  });

  it('names the cause of a breakdown for the log', async () => {
    const failure: unknown = await run('breaks-down').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      cause: { stderrTail: expect.stringContaining('out of memory') as string },
    });
  });

  it('keeps a process that refused a file', async () => {
    await run('copies');
    const [pid] = pool.pids();
    await expect(run('throws-a-reason')).rejects.toThrow('The file is damaged. Please export it again.');
    expect(pool.pids()).toEqual([pid]);
  });

  it.each([
    ['hangs-in-a-loop', { cpuMs: 300, wallMs: 60_000 }, 'limit-exceeded'],
    ['hangs-waiting', { cpuMs: 60_000, stillMs: 1_000 }, 'timed-out'],
  ])('kills a process that %s', async (behaviour, limits, code) => {
    const impatient = createPool({ limits });
    await impatient.warm();
    const [pid] = impatient.pids();
    await expect(run(behaviour, impatient)).rejects.toMatchObject({ code });
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    await impatient.close();
  });

  it('lets a process finish that had to wait for the machine', async () => {
    const patient = createPool({ limits: { cpuMs: 1_500, wallMs: 60_000 } });
    const started = performance.now();
    const onProgress = () => {
      const [launched] = patient.pids();
      const engine = firstChild(launched!) ?? launched!;
      process.kill(engine, 'SIGSTOP');
      setTimeout(() => process.kill(engine, 'SIGCONT'), 2_000);
    };
    await expect(run('works-half-a-second', patient, { onProgress })).resolves.toBeDefined();
    expect(performance.now() - started).toBeGreaterThan(2_000);
    await patient.close();
  });

  it('kills the process of a cancelled job and fails with the reason', async () => {
    const controller = new AbortController();
    const running = run('hangs-waiting', pool, {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('cancelled')),
    });
    await expect(running).rejects.toThrow('cancelled');
    await expect(run('copies')).resolves.toBeDefined();
  });

  it('lets a job leave the queue before its turn', async () => {
    const [hanging, copied] = [await jobOf('hangs-waiting'), await jobOf('copies')];
    const holder = new AbortController();
    const holding = pool.run(hanging, { signal: holder.signal });
    const leaver = new AbortController();
    const leaving = pool.run(copied, { signal: leaver.signal });
    leaver.abort(new Error('left'));
    await expect(leaving).rejects.toThrow('left');
    holder.abort(new Error('done'));
    await expect(holding).rejects.toThrow('done');
    await expect(run('copies')).resolves.toBeDefined();
  });

  it('answers as crashed when the process is killed from outside, and leaves another run to the caller', async () => {
    let starts = 0;
    const running = run('hangs-waiting', pool, {
      onStart: async () => void (starts += 1),
      onProgress: () => killAll(pool),
    });
    await expect(running).rejects.toMatchObject({ code: 'engine-crashed', isBeforeStart: false });
    expect(starts).toBe(1);
    await expect(run('copies')).resolves.toBeDefined();
  });

  it('takes another process for a job when the first is lost before it took the job', async () => {
    await run('copies');
    let starts = 0;
    const answer = await run('copies', pool, {
      onStart: async () => {
        starts += 1;
        if (starts > 1) return;
        const [pid] = pool.pids();
        killAll(pool);
        await expect.poll(() => pool.pids(), PATIENTLY).not.toContain(pid);
      },
    });
    expect(answer.outputBytes).toBeGreaterThan(0);
    expect(starts).toBe(2);
  });

  it('says that no process took the job when none starts', async () => {
    const broken = createPool({ script: fileURLToPath(new URL('./no-such-program.ts', import.meta.url)) });
    let starts = 0;
    await expect(run('copies', broken, { onStart: async () => void (starts += 1) })).rejects.toMatchObject({
      code: 'engine-crashed',
      isBeforeStart: true,
    });
    expect(starts).toBe(0);
    await broken.close();
  });

  it('keeps the process of a job whose start cannot be recorded', async () => {
    await run('copies');
    const [pid] = pool.pids();
    const onStart = () => Promise.reject(new Error('no store'));
    await expect(run('copies', pool, { onStart })).rejects.toThrow('no store');
    expect(pool.pids()).toEqual([pid]);
  });

  it('lets go of a job that is cancelled while its process starts', async () => {
    const fresh = createPool();
    const job = await jobOf('copies');
    const controller = new AbortController();
    const running = fresh.run(job, { signal: controller.signal });
    controller.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    await expect(run('copies', fresh)).resolves.toBeDefined();
    await fresh.close();
  });

  it('replaces an idle process that dies', async () => {
    await run('copies');
    const [pid] = pool.pids();
    process.kill(pid ?? 0, 'SIGKILL');
    await expect.poll(() => pool.pids().filter((other) => other !== pid).length).toBe(1);
    await expect(run('copies')).resolves.toBeDefined();
  });

  it('retires a process after its number of jobs', async () => {
    const brief = createPool({ jobsPerProcess: 2 });
    await run('copies', brief);
    const [first] = brief.pids();
    await run('copies', brief);
    await run('copies', brief);
    expect(brief.pids()).not.toContain(first);
    await brief.close();
  });

  describe('with a part of a file that an engine offers', () => {
    let two: EnginePool;
    beforeAll(() => {
      two = createPool({ size: 2 });
    });
    afterAll(() => two.close());

    it('gives it to an idle engine, and what that made back', async () => {
      const answer = await run('offers-a-part', two);
      expect(await answer.output()).toBe('01234 {"part":"shortens"}');
      expect(two.pids().length).toBe(2);
    });

    it('says that none is idle', async () => {
      expect(await (await run('offers-a-part')).output()).toBe('none is idle');
    });

    it('gives nothing back where the other engine crashes, and goes on with both', async () => {
      expect(await (await run('offers-a-part-that-crashes', two)).output()).toBe('null');
      expect(await (await run('offers-a-part', two)).output()).toBe('01234 {"part":"shortens"}');
    });

    it('waits for the other engine as long as that works', async () => {
      const quick = createPool({ size: 2, limits: { cpuMs: 60_000, stillMs: 2_000 } });
      try {
        await quick.warm();
        expect(await (await run('offers-a-part-that-takes-long', quick)).output()).toBe(
          '01234 {"part":"takes-long"}',
        );
      } finally {
        await quick.close();
      }
    });

    it('keeps no file of it', async () => {
      await run('offers-a-part', two);
      await two.close();
      const left = readdirSync(directory).filter((name) => !/^\d+\.(in|out)$|^engine-/.test(name));
      expect(left).toEqual([]);
    });
  });

  it('fails also what waits for a process when it closes', async () => {
    const closing = createPool();
    const jobs = Promise.allSettled([run('hangs-waiting', closing), run('copies', closing)]);
    await expect.poll(() => closing.pids().length, PATIENTLY).toBe(1);
    await closing.close();
    for (const job of await jobs)
      expect(job).toMatchObject({ status: 'rejected', reason: { code: 'engine-crashed' } });
  });

  it('forwards progress between 0 and 1', async () => {
    const ratios: number[] = [];
    await run('tells-its-progress', pool, { onProgress: (ratio) => ratios.push(ratio) });
    expect(ratios).toEqual([0.25, 0.5, 1]);
  });

  it('hands no secrets of its environment down', async () => {
    process.env.JWT_SECRET = 'secret';
    const answer = await run('tells-its-environment');
    expect((await answer.output()).split('\n')).not.toEqual(
      expect.arrayContaining(['JWT_SECRET', 'HOME', 'PATH']),
    );
    expect(await answer.output()).not.toContain('JWT_SECRET');
    delete process.env.JWT_SECRET;
  });

  it('refuses jobs after close and leaves no process', async () => {
    const brief = createPool();
    await run('copies', brief);
    const [pid] = brief.pids();
    await Promise.all([brief.close(), brief.close()]);
    await expect(run('copies', brief)).rejects.toMatchObject({ code: 'engine-crashed' });
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
});
