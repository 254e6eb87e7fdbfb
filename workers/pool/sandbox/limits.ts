import { availableParallelism, release } from 'node:os';
import type { Confinement } from './confinement.ts';

const MB = 1024 * 1024;
/** A process has some 30 descriptors, with a file in work and its libraries. */
const MOST_DESCRIPTORS = 256;
/** Five times the largest upload: the libraries spill large pictures into files. */
const MOST_FILE_BYTES = 1024 * MB;
/** What the engine has mapped before its first file: 1.3 GB on two cores, most of it stacks and arenas never touched. */
const IDLE_DATA_BYTES = 2048 * MB;

/**
 * The command under resource limits, set by `prlimit` of util-linux.
 *
 * Mapped private memory (RLIMIT_DATA) is bounded and not the address space (RLIMIT_AS): V8 reserves 10 GB of addresses
 * for each WebAssembly memory, so that a limit which lets the engine start would hold nothing. What is resident is watched
 * from outside; this limit stops what would be too fast for that watch.
 * @param prlimit path of the program
 * @param ownUsers whether the process has a user namespace of its own: only there are its processes counted apart from
 *                 those of the whole account, since Linux 5.14
 */
export function limitsCommand(
  prlimit: string,
  { memoryBytes }: Confinement,
  { ownUsers }: { readonly ownUsers: boolean },
): string[] {
  const limits = [
    '--core=0',
    `--nofile=${MOST_DESCRIPTORS}`,
    `--fsize=${MOST_FILE_BYTES}`,
    `--data=${IDLE_DATA_BYTES + 2 * memoryBytes}`,
    // Threads count as processes here.
    ...(ownUsers && isKernelSince(5, 14) ? [`--nproc=${64 + 8 * availableParallelism()}`] : []),
  ];
  return [prlimit, ...limits, '--'];
}

function isKernelSince(major: number, minor: number): boolean {
  const [ours = 0, minorOfOurs = 0] = release().split('.').map(Number);
  return ours > major || (ours === major && minorOfOurs >= minor);
}
