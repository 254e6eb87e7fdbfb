import { describe, expect, it } from 'vitest';
import {
  EMU_PER_INCH,
  findResizedSize,
  joinUses,
  UNKNOWN_USE,
  WHOLE,
  type PictureUse,
} from '#engine/documents/office/drawing/picture-use.ts';

const inches = (width: number, height: number, more: Partial<PictureUse> = {}): PictureUse => ({
  ...UNKNOWN_USE,
  widthEmu: width * EMU_PER_INCH,
  heightEmu: height * EMU_PER_INCH,
  ...more,
});
const picture = { width: 1000, height: 500 };

describe('findResizedSize', () => {
  it('scales both sides alike to the longer need, rounded up', () => {
    expect(findResizedSize(inches(2, 1), picture, 150)).toEqual({ width: 300, height: 150 });
    expect(findResizedSize(inches(1, 1), picture, 150)).toEqual({ width: 300, height: 150 });
    expect(findResizedSize(inches(0.001, 0.001), picture, 150)).toEqual({ width: 1, height: 1 });
  });

  it.each([
    ['less than a fifth to gain', inches(5.5, 2.7), 150],
    ['an unknown size', UNKNOWN_USE, 150],
    ['a tile', inches(1, 1, { isTiled: true }), 150],
    ['replaced colours', inches(1, 1, { needsExactColours: true }), 150],
    ['every pixel wanted', inches(1, 1), Infinity],
  ])('keeps the pixels with %s', (_, use, ppi) => {
    expect(findResizedSize(use, picture, ppi)).toBeNull();
  });
});

describe('joinUses', () => {
  it('takes what is enough for both', () => {
    const left = inches(1, 3, { visible: { ...WHOLE, right: 0.4 }, isTiled: true });
    const right = inches(2, 1, { visible: { ...WHOLE, left: 0.6 } });
    expect(joinUses(left, right)).toEqual(inches(2, 3, { visible: WHOLE, isTiled: true }));
  });
});
