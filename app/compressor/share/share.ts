import type { CompressedFile } from '../queue/request.ts';
import { copyText } from './copy-text.ts';

/** The stored token is no longer good: the visitor has to sign in again. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

/** The server has a result no longer: its time is over. */
export class ResultGone extends Error {
  override readonly name = 'ResultGone';
}

/** Ids of jobs, whose results make one zip where they are several, each with the folders that it came in: "trip/day 1/". */
export type SharedJobs = ReadonlyMap<string, string>;

export interface ShareLink {
  /** What it leads to. */
  readonly jobs: SharedJobs;
  readonly url: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Opens the device's share sheet.
 * @returns false when the person changed their mind
 */
export async function shareFile(result: CompressedFile): Promise<boolean> {
  const file = new File([result.blob], result.name, { type: result.type });
  try {
    await navigator.share({ files: [file], title: result.name });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    throw error;
  }
}

/**
 * Keeps the results of jobs under an unguessable address and puts that address on the clipboard.
 * @param jobs their ids, or what is to become them: results may be uploaded meanwhile
 * @throws SignInNeeded, ResultGone
 */
export async function copyLink(jobs: Promise<SharedJobs>, token: string): Promise<ShareLink> {
  const link = jobs.then((known) => requestLink(known, token));
  const [made] = await Promise.all([link, copyText(link.then(({ url }) => url))]);
  return made;
}

/** Tells those who open a link who made it, or no longer. @throws SignInNeeded */
export async function showName({ jobs }: ShareLink, isShown: boolean, token: string): Promise<void> {
  await requestLink(jobs, token, isShown);
}

async function requestLink(jobs: SharedJobs, token: string, showName?: boolean): Promise<ShareLink> {
  const [jobId, ...others] = jobs.keys();
  const folders = Object.fromEntries([...jobs].filter(([, folder]) => folder !== ''));
  const which = others.length === 0 ? { jobId } : { jobIds: [jobId, ...others], folders };
  const response = await fetch('/api/shares', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...which, showName }),
  });
  if (response.status === 401 || response.status === 403) throw new SignInNeeded();
  if (response.status === 404) throw new ResultGone();
  if (!response.ok) throw new Error(`No link: the server answered ${response.status}.`);
  const link = (await response.json()) as Omit<ShareLink, 'jobs'>;
  return { ...link, jobs, url: new URL(link.url, window.location.origin).href };
}
