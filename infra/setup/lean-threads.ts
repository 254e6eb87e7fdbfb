import { replaceSpots, type Spot } from './replace-spots.ts';

/**
 * The script of libvips with no more threads than it needs, and threads that know nothing of JavaScript's classes: 5 MB less
 * each, as they draw pixels alone and are handed no callback.
 * @throws Error when a spot is not found once: another version of the script
 */
export function withLeanThreads(script: string): string {
  return replaceSpots(script, SPOTS);
}

/** The least that its makers allow, whose script starts one for each core beyond that. With three libvips waits without end. */
const THREADS = 6;

/** The names are those of the minified script of wasm-vips 0.0.19. */
const SPOTS: readonly Spot[] = [
  {
    from: 'for(var a=navigator.hardwareConcurrency>6?navigator.hardwareConcurrency:6;a--;)',
    to: `for(var a=${THREADS};a--;)`,
  },
  {
    from: 'VIPS_MAX_THREADS=navigator.hardwareConcurrency>6?navigator.hardwareConcurrency:6;',
    to: `VIPS_MAX_THREADS=${THREADS};`,
  },
  {
    // _embind_initialize_bindings in each thread.
    from: 'ua||(Ca(),ua=!0)',
    to: 'ua=!0',
  },
];
