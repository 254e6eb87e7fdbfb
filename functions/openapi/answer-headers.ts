import { z } from 'zod';

/** Headers of answers. Those of one answer are taken from here by name. */
const ANSWER_HEADERS = {
  'Accept-Encoding': z.string().meta({ description: 'identity: the body is taken as it is, unpacked.' }),
  'Accept-Ranges': z.string().meta({ description: 'bytes: a part can be asked for.' }),
  'Cache-Control': z.string().meta({ description: 'Answers are made for one client and kept by none.' }),
  'Content-Disposition': z.string().meta({
    description:
      'The name of the result: the prefix featherpress_ and the original name, its extension corrected.',
  }),
  'Content-Length': z.string().meta({ description: 'Bytes of the body.' }),
  'Content-Range': z.string().meta({ description: 'Which part of how many bytes this is.' }),
  ETag: z.string().meta({ description: 'Names these bytes, for If-Match, If-None-Match and If-Range.' }),
  'Idempotent-Replayed': z.string().meta({
    description: 'true: the answer is that of an earlier request with the same Idempotency-Key.',
  }),
  Link: z.string().meta({ description: 'The job with the report, or the batch, as rel="describedby".' }),
  Location: z.string().meta({ description: 'Path of the job or batch.' }),
  'Preference-Applied': z.string().meta({ description: 'What of Prefer was followed.' }),
  RateLimit: z
    .string()
    .meta({ description: 'What is left of the limit: r files, requests or looks, new ones in t seconds.' }),
  'RateLimit-Policy': z.string().meta({ description: 'The limit: q files, requests or looks in w seconds.' }),
  'Referrer-Policy': z.string().meta({ description: 'No address is passed on.' }),
  'Retry-After': z.string().meta({ description: 'Seconds after which to ask again.' }),
  'Server-Timing': z.string().meta({ description: 'Milliseconds of the job and of its steps.' }),
  'Tus-Extension': z.string().meta({ description: 'Extensions of the tus protocol that are understood.' }),
  'Tus-Max-Size': z.string().meta({ description: 'Bytes of the largest file.' }),
  'Tus-Resumable': z.string().meta({ description: 'Version of the tus protocol: 1.0.0.' }),
  'Tus-Version': z.string().meta({ description: 'Versions of the tus protocol that are understood.' }),
  'Upload-Expires': z.string().meta({ description: 'Until when the upload can be continued.' }),
  'Upload-Length': z.string().meta({ description: 'Bytes of the file.' }),
  'Upload-Metadata': z.string().meta({ description: 'As it was sent when the upload was created.' }),
  'Upload-Offset': z.string().meta({ description: 'Bytes of the file that have come.' }),
  'WWW-Authenticate': z.string().meta({ description: 'Bearer.' }),
  'X-Accel-Buffering': z.string().meta({ description: 'no: proxies pass on each event at once.' }),
  'X-Compressed-Size': z.string().meta({ description: 'Bytes of the result.' }),
  'X-Failed-Count': z.string().meta({
    description:
      'Files of the batch that could not be compressed; "unknown" when the zip begins before all have ended.',
  }),
  'X-File-Count': z.string().meta({ description: 'Files of the batch.' }),
  'X-Job-Id': z.string().meta({ description: 'The job.' }),
  'X-Original-Size': z.string().meta({ description: 'Bytes of the upload.' }),
  'X-Request-Id': z.string().meta({ description: 'To be named when a problem is reported.' }),
  'X-Robots-Tag': z.string().meta({ description: 'Search engines keep no shared file.' }),
  'X-Saved-Percent': z.string().meta({ description: 'Share of the bytes that is gone, with one decimal.' }),
  'X-Score': z.string().meta({
    description: 'Lowest visual score of an image, as `score` in the report, where one lost detail.',
  }),
  'X-Target-Met': z.enum(['true', 'false', 'unknown']).meta({
    description:
      'Where a target was asked for: whether it was met, by all files of a batch; "unknown" as X-Failed-Count.',
  }),
} as const;
export type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** What every answer by the tus protocol carries. */
export const TUS_HEADERS: readonly AnswerHeader[] = [
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
];

/** Headers of an answer. @param sometimes those that are not always there */
export function answerHeaders(
  always: readonly AnswerHeader[],
  sometimes: readonly AnswerHeader[] = [],
): z.ZodObject {
  return z.object({
    ...Object.fromEntries(['X-Request-Id' as const, ...always].map((name) => [name, ANSWER_HEADERS[name]])),
    ...Object.fromEntries(sometimes.map((name) => [name, ANSWER_HEADERS[name].optional()])),
  });
}
