import { z } from 'zod';
import {
  CHANGES,
  FEATURES,
  INPUT_KINDS,
  HINTS,
  OUTPUT_KINDS,
  PRESETS,
  SKIPS,
  type Change,
  type CompressionReport,
  type Hint,
  type Kept,
  type Skip,
} from '#engine/index.ts';
import type { Same } from '../same-type.ts';

/** One of the codes of a table. Programs must expect new ones, so that the schema is open. */
function codeOf<T extends string>(table: Readonly<Record<T, string>>): z.ZodType<T> {
  const schema = z.string().meta({ examples: Object.keys(table) });
  return schema as unknown as z.ZodType<T>;
}

const detail = z.string().meta({ description: 'The code in words. The text may change.' });
const count = z.number().int().nonnegative();
const sides = { width: z.number().int().positive(), height: z.number().int().positive() };
const bytes = z.number().int().nonnegative();

/** What the engine did to a file. Its type is the engine's own; it does not compile where the two differ. */
export const compressionReportSchema = z
  .object({
    kind: z.enum(INPUT_KINDS),
    preset: z.enum(PRESETS),
    sourceBytes: bytes.meta({ description: 'Size of the upload.' }),
    outputBytes: bytes.meta({ description: 'Size of the result.' }),
    savingsRatio: z.number().max(1).meta({
      description:
        'The share of the source bytes that is gone, 0 to 1; below 0 where a format or size was asked for that takes more.',
    }),
    score: z.number().max(100).nullable().meta({
      description:
        'Lowest visual score of any image that was encoded lossy, 100 is identical; null when none was. It is SSIMULACRA 2, above 0.3 megapixels at the quarter points of the image, or less where another fault shows. Of a large image as a whole the public tool may tell up to 7 points less.',
    }),
    target: z
      .exactOptional(
        z.object({
          bytes: z.number().int().positive().meta({ description: 'As asked for.' }),
          met: z.boolean().meta({ description: 'Whether the result is as small as asked.' }),
          smallestBytes: z.exactOptional(
            bytes.meta({ description: 'Where it is not: the smallest result of acceptable quality.' }),
          ),
        }),
      )
      .meta({ description: 'Only when a target was asked for.' }),
    output: z
      .exactOptional(
        z.object({
          kind: z.enum([...OUTPUT_KINDS, 'zip']),
          ...sides,
          files: z.exactOptional(
            z
              .array(
                z.object({
                  name: z.string(),
                  kind: z.enum(OUTPUT_KINDS),
                  ...sides,
                  bytes,
                  score: z.number().max(100).nullable(),
                }),
              )
              .readonly(),
          ),
        }),
      )
      .meta({
        description:
          'Only when an image has another format or size than its source: what it is now, with its sides as shown, in px. A set is a zip, with its images in files.',
      }),
    changes: z
      .array(
        z.object({
          code: codeOf<Change['code']>(CHANGES),
          detail,
          count: z.exactOptional(count),
          savedBytes: z.exactOptional(z.number().int()),
        }),
      )
      .readonly()
      .meta({ description: 'What was done.' }),
    skips: z
      .array(z.object({ code: codeOf<Skip['code']>(SKIPS), detail, count }))
      .readonly()
      .meta({ description: 'What was left as it is, and why.' }),
    kept: z
      .array(z.object({ feature: codeOf<Kept['feature']>(FEATURES), detail, count: z.exactOptional(count) }))
      .readonly()
      .meta({ description: 'What matters and is still there.' }),
    hints: z
      .array(z.object({ code: codeOf<Hint['code']>(HINTS), detail, bytes: z.exactOptional(bytes) }))
      .readonly()
      .meta({ description: 'Advice for the owner of the file.' }),
    steps: z
      .array(z.object({ step: z.string(), ms: z.number().nonnegative() }))
      .readonly()
      .meta({ description: 'Wall time of each step; names of steps are not stable.' }),
  })
  .meta({ id: 'CompressionReport', description: 'What was done to a file, and what was not.' });

true satisfies Same<z.output<typeof compressionReportSchema>, CompressionReport>;
