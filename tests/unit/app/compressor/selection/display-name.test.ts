import { expect, test } from 'vitest';
import { displayName, displayNameInText } from '~/compressor/selection/display-name.ts';

test('drops marks that turn the text around', () => {
  expect(displayName('x\u202Egpj.exe.jpg')).toBe('xgpj.exe.jpg');
  expect(displayName('a\u2067b\u200Fc\u061C.png')).toBe('abc.png');
});

test('isolates right-to-left names in a sentence and leaves others as they are', () => {
  expect(displayNameInText('דוח.pdf')).toBe('\u2068דוח.pdf\u2069');
  expect(displayNameInText('تقرير.pdf')).toBe('\u2068تقرير.pdf\u2069');
  expect(displayNameInText('Bericht 😀.pdf')).toBe('Bericht 😀.pdf');
});
