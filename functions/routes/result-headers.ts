import type { Response } from 'express';
import type { JobRecord } from '#platform/contracts/job.ts';

/** What the headers of a result say of it, for clients that never ask for its job. */
export function setResultHeaders(response: Response, record: JobRecord): void {
  const { id, sourceBytes, report } = record;
  response.setHeader('X-Job-Id', id);
  response.setHeader('X-Original-Size', sourceBytes);
  // RFC 8288; the job describes its result, with the report.
  response.setHeader('Link', `</api/jobs/${id}>; rel="describedby"; type="application/json"`);
  if (!report) return;
  response.setHeader('X-Saved-Percent', (100 * report.savingsRatio).toFixed(1));
  if (report.score !== null) response.setHeader('X-Score', report.score);
  if (report.target) response.setHeader('X-Target-Met', String(report.target.met));
  response.setHeader('Server-Timing', serverTiming(record));
}

/** The time from the queue to the end, and each step of the engine. Source: W3C Server Timing. */
function serverTiming({ createdAt, finishedAt, report }: JobRecord): string {
  const total = Date.parse(finishedAt ?? createdAt) - Date.parse(createdAt);
  const steps = report?.steps ?? [];
  const times = [{ step: 'job', ms: total }, ...steps];
  return times.map(({ step, ms }) => `${step.replace(/[^\w-]/g, '-')};dur=${ms}`).join(', ');
}
