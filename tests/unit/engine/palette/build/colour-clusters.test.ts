import { describe, expect, it } from 'vitest';
import type { ColourGroup as Group } from '#engine/palette/build/colour-groups.ts';
import { ColourClusters } from '#engine/palette/build/colour-clusters.ts';
import { randomNumbers } from '#tests/fixtures/pictures/generated-pictures.ts';

type ColourGroup = Pick<Group, 'colour' | 'pixels'>;

const group = (colour: readonly number[], pixels: number): ColourGroup => ({
  colour: [...colour, 255],
  pixels,
});

const BY_NUMBER = { hue: 0, favoursRare: false };

/** The colours that are left of a few, by their red sample. */
function leftOf(groups: readonly ColourGroup[], count: number, hue = 1): number[][] {
  const clusters = new ColourClusters(groups, { hue, favoursRare: true });
  while (clusters.length > count) clusters.merge();
  return clusters.groups.map(({ colour }) => [...colour]).sort((a, b) => a[0]! - b[0]!);
}

describe('ColourClusters', () => {
  it('merges those that lose least into their mean by pixels', () => {
    const groups = [group([10, 10, 10], 30), group([14, 14, 14], 10), group([90, 90, 90], 40)];
    const clusters = new ColourClusters(groups, BY_NUMBER);
    const { into, from, loss } = clusters.merge();
    expect([into, from].sort()).toEqual([0, 1]);
    // 7.5 pixels' worth of 4 levels, in channels that weigh 3 in all.
    expect(loss).toBeCloseTo(7.5 * 3 * 16, 6);
    expect(clusters.groupAt(into)).toEqual({ colour: [11, 11, 11, 255], pixels: 40 });
    expect(clusters.length).toBe(2);
  });

  it('keeps hues apart where samples are as near', () => {
    const green = group([90, 120, 90], 50);
    const [brown, dark] = [group([120, 100, 80], 50), group([100, 80, 60], 50)];
    expect(leftOf([green, brown, dark], 2, 4)).toEqual([
      [90, 120, 90, 255],
      [110, 90, 70, 255],
    ]);
  });

  it('lets rare colours go later than their number tells', () => {
    // By number alone 4 pixels 40 levels away lose less than 4000 two levels away.
    const groups = [group([100, 100, 100], 4000), group([102, 102, 102], 4000), group([160, 100, 100], 4)];
    expect(leftOf(groups, 2)).toEqual([
      [101, 101, 101, 255],
      [160, 100, 100, 255],
    ]);
  });

  it('gives up first what no pixel has', () => {
    const groups = [group([0, 0, 0], 5), group([80, 90, 200], 0), group([255, 255, 255], 5)];
    expect(leftOf(groups, 2).map(([red]) => red)).toEqual([0, 255]);
  });

  it('finds the cheapest of all pairs every time', () => {
    const random = randomNumbers(7);
    const level = (): number => Math.floor(256 * random());
    const groups = Array.from({ length: 60 }, () => group([level(), level(), level()], 1));
    const clusters = new ColourClusters(groups, BY_NUMBER);
    const first = clusters.merge();
    const losses = groups.flatMap((a, at) => groups.slice(at + 1).map((b) => lossOf(a, b)));
    expect(first.loss).toBeCloseTo(Math.min(...losses), 6);
    for (let step = 0; step < 20; step++) {
      const before = clusters.groups;
      const { into } = clusters.merge();
      expect(clusters.groups).toHaveLength(before.length - 1);
      expect(clusters.groups).toContainEqual(clusters.groupAt(into));
    }
  });
});

function lossOf(a: ColourGroup, b: ColourGroup): number {
  const weights = [0.9, 1.5, 0.6, 1];
  return weights.reduce((sum, weight, c) => sum + weight * (a.colour[c]! - b.colour[c]!) ** 2, 0) / 2;
}
