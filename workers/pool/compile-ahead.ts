import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { COMPILE_AHEAD, COMPILED_CODE } from './compiled-code.ts';
import { ENGINE_FLAGS, engineEnvironment } from './launch-engine.ts';

/** Compiles the code of engine processes once: each of them then starts with 0.8 instead of 1.3 s of CPU. @param folder emptied first [where they look for it] */
export async function compileAhead(folder = COMPILED_CODE): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const program = fileURLToPath(new URL('engine-process.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [...ENGINE_FLAGS, program, COMPILE_AHEAD], {
    env: engineEnvironment({ folder: tmpdir(), compiled: folder }),
  });
}
