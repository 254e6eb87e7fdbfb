import type { JobRecord } from './contracts/job.ts';
import type { ExpiringCounters } from './ports/expiring-counters.ts';

/** What an account had compressed in a month of UTC: counts, and no name of any file. */
interface MonthOfAccount {
  /** Such as 2026-11. */
  readonly month: string;
  readonly files: number;
  readonly sourceBytes: number;
  readonly savedBytes: number;
}

/** A month is kept while the next one runs. */
const KEPT_MS = 62 * 86_400_000;

/** Adds a completed job to the month of its account; nothing for a job without an account. */
export async function countCompressed(
  expiringCounters: Pick<ExpiringCounters, 'add'>,
  { accountId, sourceBytes, outputBytes = sourceBytes }: JobRecord,
  nowMs: number,
): Promise<void> {
  if (accountId === undefined) return;
  const amounts = { files: 1, sourceBytes, savedBytes: sourceBytes - outputBytes };
  await expiringCounters.add(nameOf(accountId, nowMs), amounts, nowMs + KEPT_MS);
}

export async function readMonth(
  expiringCounters: Pick<ExpiringCounters, 'read'>,
  accountId: string,
  nowMs: number,
): Promise<MonthOfAccount> {
  const {
    files = 0,
    sourceBytes = 0,
    savedBytes = 0,
  } = await expiringCounters.read(nameOf(accountId, nowMs));
  return { month: monthOf(nowMs), files, sourceBytes, savedBytes };
}

function nameOf(accountId: string, nowMs: number): string {
  return `month:${monthOf(nowMs)}:${accountId}`;
}

function monthOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 7);
}
