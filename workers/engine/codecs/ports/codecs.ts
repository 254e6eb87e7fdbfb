import type { CipherCodec } from './cipher-codec.ts';
import type { DeflateCodec } from './deflate-codec.ts';
import type { FontSubsetter } from './font-subsetter.ts';
import type { ImageCodec } from './image-codec.ts';
import type { JpxCodec } from './jpx-codec.ts';
import type { PageRenderer } from './page-renderer.ts';

/**
 * Everything the engine needs from the platform it runs on. Members load their library at first use; one whose loading
 * fails tries again at the next call. `tests/contracts/codecs-suite.ts` holds what every set promises.
 */
export interface Codecs {
  readonly image: ImageCodec;
  readonly deflate: DeflateCodec;
  readonly ciphers: CipherCodec;
  readonly jpx: JpxCodec;
  readonly fonts: FontSubsetter;
  readonly pages: PageRenderer;
}
