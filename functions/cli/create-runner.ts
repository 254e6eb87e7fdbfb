import type { CliRequest } from './arguments.ts';
import { createEngineRunner, type EngineRunner } from './engine-runner.ts';
import { createRemoteRunner } from './remote-runner.ts';

/** Where the files of a request are compressed: here, or on the server that it names. */
export function createRunner(
  { server, limits }: Pick<CliRequest, 'server' | 'limits'>,
  fileCount: number,
): Promise<EngineRunner> {
  return server
    ? createRemoteRunner({ ...server, jobs: limits.jobs }, fileCount)
    : createEngineRunner(limits, fileCount);
}
