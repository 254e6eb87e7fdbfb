import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBackends, type Backends } from './backends.ts';
import { freePort } from '../../infra/setup/free-port.ts';
import { startProxy } from './proxy.ts';
import { ServiceProcess, type LogLine } from './service-process.ts';

export interface TopologyOptions {
  readonly webs: number;
  readonly workers: number;
  /** Beside what docker-compose.yml says. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly onLine?: (line: LogLine) => void;
}

/** docker-compose.yml as processes of this machine: a proxy, web servers, workers, Redis, S3 and SQS. */
export interface Topology {
  /** Of the proxy: the one door. */
  readonly url: string;
  readonly webs: readonly ServiceProcess[];
  /** Those that run now. */
  readonly workers: readonly ServiceProcess[];
  readonly backends: Backends;
  addWorker(): Promise<ServiceProcess>;
  /** Stops the newest worker in an orderly way. */
  removeWorker(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTopology(options: TopologyOptions): Promise<Topology> {
  const { environment = {}, onLine = () => {} } = options;
  const backends = await startBackends();
  const webs: ServiceProcess[] = [];
  const workers: ServiceProcess[] = [];
  const create = async (role: 'web' | 'worker', name: string): Promise<ServiceProcess> => {
    const given = { ...backends.environment[role], ...environment };
    return new ServiceProcess({ name, role, port: await freePort() }, given, onLine);
  };
  const addWorker = async (): Promise<ServiceProcess> => {
    const worker = await create('worker', `worker-${workers.length + 1}`);
    workers.push(worker);
    await worker.start();
    return worker;
  };
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
  const stop = async (): Promise<void> => {
    await proxy?.stop();
    await Promise.all([...webs, ...workers].map((each) => each.end('SIGKILL')));
    await backends.stop();
  };
  try {
    for (let at = 1; at <= options.webs; at += 1) webs.push(await create('web', `web-${at}`));
    await Promise.all([
      ...webs.map((web) => web.start()),
      ...Array.from({ length: options.workers }, () => addWorker()),
    ]);
    proxy = await startProxy(
      webs.map(({ url }) => Number(new URL(url).port)),
      backends.folder,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: proxy.url,
    webs,
    workers,
    backends,
    addWorker,
    async removeWorker() {
      await workers.pop()?.end('SIGTERM');
    },
    stop,
  };
}

/** `npm run bench -- topology [--webs 2] [--workers 2]`: runs it until Ctrl+C. */
export async function runTopology(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { webs: { type: 'string', default: '2' }, workers: { type: 'string', default: '2' } },
  });
  const topology = await startTopology({
    webs: Number(values.webs),
    workers: Number(values.workers),
    onLine: (line) => process.stderr.write(`${JSON.stringify(line)}\n`),
  });
  console.log(`Featherpress is ready at ${topology.url} (Ctrl+C stops it)`);
  for (const each of [...topology.webs, ...topology.workers])
    console.log(`${each.name}: ${each.url}/metrics`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  await pause(2 ** 31 - 1, undefined, { signal: stopping.signal }).catch(() => {});
  await topology.stop();
}
