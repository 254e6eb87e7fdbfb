import { expect, it } from 'vitest';
import { PdfDocument } from '#engine/pdf/model/document.ts';
import { PdfDict } from '#engine/pdf/model/objects.ts';
import { forbiddenRights } from '#engine/pdf/permissions.ts';

function withPermissions(permissions: number): PdfDocument {
  const encrypt = new PdfDict([['P', permissions]]);
  return new PdfDocument(new Map(), new PdfDict([['Encrypt', encrypt]]), '1.7');
}

it.each([
  [-1, []],
  [-1052, ['changing it', 'copying from it', 'rearranging its pages']],
  [-5, ['printing it']],
])('reads the permissions %i', (permissions, expected) => {
  expect(forbiddenRights(withPermissions(permissions))).toEqual(expected);
});
