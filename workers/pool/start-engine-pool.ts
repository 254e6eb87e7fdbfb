import { EnginePool, type EnginePoolOptions } from './engine-pool.ts';
import { createSandbox, SANDBOX_KINDS, type Sandbox } from './sandbox/sandbox.ts';

type SandboxKind = Sandbox['kind'];

/**
 * A pool in the strongest sandbox in which an engine starts here. Its first engine is the probe: for one small file a start
 * of Node for that alone (`findSandbox`) would be a tenth of all CPU time.
 */
export async function startEnginePool(options: Omit<EnginePoolOptions, 'sandbox'>): Promise<EnginePool> {
  for (const kind of SANDBOX_KINDS) {
    const pool = poolIn(kind, options);
    if (await pool?.warm(1)) return pool!;
    await pool?.close();
  }
  // It cannot start an engine either, and says so to the first job.
  return new EnginePool({ ...options, sandbox: createSandbox('none') });
}

/** @returns undefined where a program of the sandbox is missing */
function poolIn(kind: SandboxKind, options: EnginePoolOptions): EnginePool | undefined {
  if (kind !== 'none' && process.platform !== 'linux') return undefined;
  try {
    return new EnginePool({ ...options, sandbox: createSandbox(kind) });
  } catch {
    return undefined;
  }
}
