import { devicePower, LEAST_MEMORY_GB } from './device-limits.ts';

/** A module that adds vectors: browsers without them refuse it. Nothing is compiled. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15],
  ...[253, 98, 11],
);

/**
 * What this browser lacks to run the engine, as the end of a sentence.
 * @returns null where nothing is missing
 */
export function missingHere(): string | null {
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(VECTORS) || !readsModuleWorkers())
    return 'this browser is too old for it';
  // False too where a proxy or an embedding app takes the page's headers away.
  if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer !== 'function')
    return 'this browser does not offer the isolation that the page needs';
  if (devicePower().memory < LEAST_MEMORY_GB) return 'this device has too little memory';
  return null;
}

/** Whether workers may be modules: a browser that knows the option reads it, and then stops at the address. */
function readsModuleWorkers(): boolean {
  let isRead = false;
  const options = {
    get type(): WorkerType {
      isRead = true;
      return 'module';
    },
  };
  try {
    new Worker('http://', options).terminate();
  } catch {
    // No such address, or no workers at all.
  }
  return isRead;
}
