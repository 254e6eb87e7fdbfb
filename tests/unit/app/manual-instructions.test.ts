import { expect, test } from 'vitest';
import { manualInstructions } from '~/pwa/manual-instructions.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'tap Share'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Add to Home screen'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'install icon in the address bar'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'browser menu'],
])('tells %s what to do', (userAgent, words) => {
  expect(manualInstructions(userAgent)).toContain(words);
});
