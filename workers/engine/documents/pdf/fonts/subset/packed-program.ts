import { PdfName, PdfStream, type PdfDict } from '../../model/objects.ts';
import type { PdfJob } from '../../flow/pdf-job.ts';
import type { SmallerProgram } from './subset-font-program.ts';
import { MAX_OPTIMAL_BYTES, OPTIMAL_LEVEL, PLAIN_LEVEL } from '../../tuning.ts';

/** A font program as the stream that takes the place of another. */
export async function packedProgram(
  job: PdfJob,
  stream: PdfStream,
  program: SmallerProgram,
): Promise<PdfStream> {
  const level = program.bytes.length > MAX_OPTIMAL_BYTES ? PLAIN_LEVEL : OPTIMAL_LEVEL;
  const data = await job.context.codecs.deflate.deflate(program.bytes, { format: 'zlib', level });
  return new PdfStream(streamDict(stream, program), data);
}

function streamDict(stream: PdfStream, { bytes, subtype }: SmallerProgram): PdfDict {
  const dict = stream.dict.clone();
  dict.set('Filter', PdfName.of('FlateDecode'));
  dict.delete('DecodeParms');
  // Lengths of the parts of an sfnt or Type 1 program; CFF has none.
  for (const key of ['Length1', 'Length2', 'Length3']) if (subtype) dict.delete(key);
  if (subtype) dict.set('Subtype', PdfName.of(subtype));
  else dict.set('Length1', bytes.length);
  return dict;
}
