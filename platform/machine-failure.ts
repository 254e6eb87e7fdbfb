/** Nothing more can be stored: ENOSPC and EDQUOT of the system, and what `ObjectStore.check` throws. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'storage-full'] as const;

/**
 * What the system says when the machine lacks something or its disk fails; none of it is the fault of a file. EAGAIN is what
 * a fork without room for another process ends with. Source: errno(3).
 */
const MACHINE_CODES: ReadonlySet<unknown> = new Set([
  ...NO_ROOM,
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EAGAIN',
]);

/** Messages of a library that passes no code on. Source: strerror(3). */
const MACHINE_WORDS: readonly (readonly [words: RegExp, code: string])[] = [
  [/No space left on device/i, 'ENOSPC'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
  [/Input\/output error/i, 'EIO'],
  [/Too many open files in system/i, 'ENFILE'],
];

/** Errors name their causes; one that names itself must not hold us up. */
const MOST_CAUSES = 10;

/**
 * The code of the system by which an error, or one of its causes, is the machine's and not the file's: no room, a disk that
 * fails or may only be read, no memory, no descriptors, no processes. Undefined for everything else.
 */
export function machineCodeOf(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < MOST_CAUSES && typeof current === 'object' && current !== null; depth += 1) {
    const { code, message, cause } = current as { code?: unknown; message?: unknown; cause?: unknown };
    if (typeof code === 'string' && MACHINE_CODES.has(code)) return code;
    const told = MACHINE_WORDS.find(([words]) => words.test(String(message)));
    if (told) return told[1];
    current = cause;
  }
  return undefined;
}

/** Whether an error is the machine's and not the file's, see {@link machineCodeOf}. */
export function isMachineFailure(error: unknown): boolean {
  return machineCodeOf(error) !== undefined;
}

/** Whether an error, or one of its causes, says that nothing more can be stored. */
export function isOutOfRoom(error: unknown): boolean {
  return NO_ROOM.some((code) => code === machineCodeOf(error));
}

/** An error that {@link isMachineFailure} recognises, for what a machine was found to lack. */
export function machineFailure(code: string, message: string, options: { cause?: unknown } = {}): Error {
  return Object.assign(new Error(message, options), { code });
}
