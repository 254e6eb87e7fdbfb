import type { CliRequest } from './arguments.ts';
import type { EngineRunner } from './engine-runner.ts';

/** Where the files of a request are compressed: here, or on the server that it names. Loads what that takes alone. */
export async function createRunner(
  { server, limits }: Pick<CliRequest, 'server' | 'limits'>,
  fileCount: number,
): Promise<EngineRunner> {
  if (server) {
    const { createRemoteRunner } = await import('./remote-runner.ts');
    return createRemoteRunner({ ...server, jobs: limits.jobs }, fileCount);
  }
  const { createEngineRunner } = await import('./engine-runner.ts');
  return createEngineRunner(limits, fileCount);
}
