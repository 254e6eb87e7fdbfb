import { expect, it } from 'vitest';
import { latin1 } from '#engine/base/bytes.ts';
import { claimsOf } from '#engine/documents/pdf/protection/claims.ts';
import { PdfDocument } from '#engine/documents/pdf/model/document.ts';
import {
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfObject,
} from '#engine/documents/pdf/model/objects.ts';
import { StreamBudget } from '#engine/documents/pdf/filters/stream-budget.ts';
import { PdfJob } from '#engine/documents/pdf/flow/pdf-job.ts';
import { writeResult } from '#engine/documents/pdf/flow/write-result.ts';
import { readDocument } from '#engine/documents/pdf/reading/read-document.ts';
import { PdfBuilder } from '#tests/fixtures/pdf/pdf-builder.ts';
import { codecs, run } from '#tests/support/engine-run.ts';
import { engineContext } from '#tests/support/engine-context.ts';

it.each([-3, new PdfRef(9)])('leaves out a description of the document that is none', async (info) => {
  const document = new PdfDocument(
    new Map<number, PdfObject>([[1, new PdfDict()]]),
    new PdfDict([
      ['Root', new PdfRef(1)],
      ['Info', info],
    ]),
    '1.7',
  );
  const job = new PdfJob(document, engineContext({ codecs }), {
    claims: claimsOf(['PDF/A-1']),
    budget: new StreamBudget(1000),
  });
  const text = latin1(await writeResult(job, new Map()));
  expect(text).toContain('/Root 1 0 R');
  expect(text).not.toContain('/Info');
});

it('writes the same bytes when the same edits are written again', async () => {
  const picture = new PdfStream(new PdfDict(), new Uint8Array(9));
  const document = new PdfDocument(
    new Map<number, PdfObject>([
      [1, new PdfDict([['Pages', new PdfRef(2)]])],
      [2, picture],
    ]),
    new PdfDict([['Root', new PdfRef(1)]]),
    '1.7',
  );
  const job = new PdfJob(document, engineContext({ codecs }), {
    claims: claimsOf([]),
    budget: new StreamBudget(1000),
  });
  // Long enough to be moved into an object of its own while writing.
  const colours = [PdfName.of('Indexed'), PdfName.of('DeviceRGB'), 15, new PdfString(new Uint8Array(48))];
  const edits = new Map([[2, new PdfStream(new PdfDict([['ColorSpace', colours]]), new Uint8Array(5))]]);
  const first = await writeResult(job, edits);
  expect(await writeResult(job, edits)).toEqual(first);
  expect(edits.get(2)?.dict.get('ColorSpace')).toEqual(colours);
});

it('writes no object that is null, which MuPDF does not find in an object stream', async () => {
  const builder = new PdfBuilder();
  const outlines = builder.add('null');
  builder.inCatalog(`/Outlines ${outlines}`);
  builder.page('BT ET '.repeat(200), '');
  const { bytes, report } = await run(builder.build());
  expect(report.savingsRatio).toBeGreaterThan(0);
  const { document } = await readDocument(bytes, codecs.deflate);
  expect([...document.objects.values()]).not.toContain(null);
});
