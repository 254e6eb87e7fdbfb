import { expect, it } from 'vitest';
import { inventoryOf } from '#engine/pdf/inventory.ts';
import { featurePdf } from '#tests/fixtures/pdf/pdf-documents.ts';
import { codecs, run } from '#tests/support/engine-run.ts';

it('counts the same before and after compression', async () => {
  const source = featurePdf();
  const before = await inventoryOf(source, codecs.deflate);
  expect(before).toMatchObject({ pages: 2, links: 1, widgets: 1, layers: 1, attachments: 1, signatures: 0 });
  expect(await inventoryOf((await run(source)).bytes, codecs.deflate)).toEqual(before);
});
