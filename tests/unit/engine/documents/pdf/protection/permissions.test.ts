import { expect, it } from 'vitest';
import { PdfDict } from '#engine/documents/pdf/model/objects.ts';
import { forbiddenRights } from '#engine/documents/pdf/protection/permissions.ts';

it.each([
  [-1, []],
  [-1052, ['changing it', 'copying from it', 'rearranging its pages']],
  [-5, ['printing it']],
])('reads the permissions %i', (permissions, expected) => {
  expect(forbiddenRights(new PdfDict([['P', permissions]]))).toEqual(expected);
});
