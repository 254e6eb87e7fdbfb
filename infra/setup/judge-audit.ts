import { z } from 'zod';

/** Advisories that do not concern us, by their address, each with its reason. */
export const ACCEPTED: Readonly<Record<string, string>> = {};

const advisory = z.object({ title: z.string(), url: z.string(), severity: z.string() });
const answer = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

/**
 * @param json     what `npm audit --json` prints
 * @param accepted see {@link ACCEPTED}
 * @returns        0 none but accepted, 1 others, 2 no answer; and what to tell
 */
export function judgeAudit(
  json: string,
  accepted: Readonly<Record<string, string>>,
): { readonly status: 0 | 1 | 2; readonly text: string } {
  const found = answer.safeParse(parsed(json));
  if (!found.success)
    return {
      status: 2,
      text: `No registry answered the audit, so nothing is known: ${json.trim().slice(0, 300)}`,
    };
  // An advisory stands at its package; who depends on that names the package alone.
  const advisories = Object.entries(found.data.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : [{ name, ...each }])),
  );
  const open = advisories.filter(({ url }) => accepted[url] === undefined);
  const lines = advisories.map(({ name, severity, title, url }) =>
    `${severity} ${name}: ${title} (${url}) ${accepted[url] ?? ''}`.trim(),
  );
  return open.length > 0
    ? { status: 1, text: lines.join('\n') }
    : { status: 0, text: [...lines, 'No advisory without a reason.'].join('\n') };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
