import type { Made, Relation } from './relation.ts';

/** Of its bytes, the share that a second pass may gain, and bytes of a container that any pass may find. */
const GAIN_SHARE = 0.005;
const SPARE_BYTES = 64;

/** A second pass at the same preset finds nothing, and one at a smaller preset no more than it finds in the source. */
export const again: Relation = {
  name: 'again',
  title: 'a second pass gains nothing',
  check: async (file, { compress }) => {
    const first = await compress(file);
    const second = await compress(first.bytes);
    const small = await compress(file, { preset: 'small' });
    const smallAgain = await compress(first.bytes, { preset: 'small' });
    return [
      ...gain('balanced, again', first, second),
      ...gain('small, small of balanced', small, smallAgain),
    ];
  },
};

function gain(what: string, { bytes: { length: once } }: Made, { bytes: { length: twice } }: Made): string[] {
  return twice < once * (1 - GAIN_SHARE) - SPARE_BYTES ? [`${what}: ${once}, ${twice}`] : [];
}
