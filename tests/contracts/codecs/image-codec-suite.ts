import { describe } from 'vitest';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import { describeAnimations } from './picture-frames-suite.ts';
import { describePictureReading } from './picture-reading-suite.ts';
import { describePictureWriting } from './picture-writing-suite.ts';

/** What every ImageCodec promises. */
export function describeImageCodec(codecs: Codecs): void {
  describe('pictures', () => {
    describePictureReading(codecs);
    describeAnimations(codecs.image);
    describePictureWriting(codecs.image);
  });
}
