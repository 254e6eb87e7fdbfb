import { replaceSpots, type Spot } from './replace-spots.ts';

/**
 * The script of libvips that takes compiled parts of it (`sideModules` of its options) and does not fetch them from beside itself.
 * @throws Error when a spot is not found once: another version of the script
 */
export function withSideModules(script: string): string {
  return replaceSpots(script, SPOTS);
}

/** The names are those of the minified script of wasm-vips 0.0.19. */
const SPOTS: readonly Spot[] = [
  {
    // sharedModules, which are handed to threads as well.
    from: 'var sa={},ta;',
    to: 'var sa=Module.sideModules??{},ta;',
  },
];
