import { PRESETS } from '#engine/index.ts';
import type { Relation } from './relation.ts';

/** Bytes by which the result of a smaller preset may exceed that of the next: entries of containers differ by as many. */
const SPARE_BYTES = 16;

/** Presets are in order: each takes no more bytes than the next gentler one. */
export const presets: Relation = {
  name: 'presets',
  title: 'small takes no more than balanced, balanced no more than high, high no more than lossless',
  check: async (file, { compress }) => {
    const sizes: number[] = [];
    for (const preset of PRESETS) sizes.push((await compress(file, { preset })).bytes.length);
    return PRESETS.flatMap((preset, index) => {
      const [size, next] = [sizes[index]!, sizes[index + 1]];
      return next !== undefined && size > next + SPARE_BYTES
        ? [`${preset} ${size}, ${PRESETS[index + 1]} ${next}`]
        : [];
    });
  },
};
