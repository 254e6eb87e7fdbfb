import type { Relation } from './relation.ts';

/** Of its bytes, the share that a second pass may gain, and bytes of a container that any pass may find. */
const GAIN_SHARE = 0.005;
const SPARE_BYTES = 64;

/** A second pass at the same preset finds nothing. */
export const again: Relation = {
  name: 'again',
  title: 'a second pass gains nothing',
  check: async (file, { compress }) => {
    const first = await compress(file);
    const second = await compress(first.bytes);
    const isGain = second.bytes.length < first.bytes.length * (1 - GAIN_SHARE) - SPARE_BYTES;
    return isGain ? [`${first.bytes.length}, again ${second.bytes.length}`] : [];
  },
};
