import { createNativeCodecs } from '#engine/codecs/native/index.ts';
import { describeCodecs } from './codecs-suite.ts';

describeCodecs('the native codecs', createNativeCodecs);
