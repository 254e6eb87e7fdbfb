import { describe } from 'vitest';
import type { Codecs } from '#engine/codecs/ports/codecs.ts';
import { describeCipherCodec } from './codecs/cipher-codec-suite.ts';
import { describeDeflateCodec } from './codecs/deflate-codec-suite.ts';
import { describeFontSubsetter } from './codecs/font-subsetter-suite.ts';
import { describeImageCodec } from './codecs/image-codec-suite.ts';
import { describeJpxCodec } from './codecs/jpx-codec-suite.ts';
import { describePageRenderer } from './codecs/page-renderer-suite.ts';

/** What every set of codecs promises. Fixtures are made in code, so the suite itself runs wherever vitest runs. */
export function describeCodecs(name: string, createCodecs: () => Codecs): void {
  describe(`${name} as Codecs`, () => {
    const codecs = createCodecs();
    describeImageCodec(codecs);
    describeDeflateCodec(codecs.deflate);
    describeCipherCodec(codecs.ciphers);
    describeJpxCodec(codecs.jpx);
    describeFontSubsetter(codecs.fonts);
    describePageRenderer(codecs.pages);
  });
}
