import type { CompressedFile } from '../queue/request.ts';

/** The stored token is no longer good: the visitor has to sign in again. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

export interface ShareLink {
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
 * Keeps the result of a job under an unguessable address and puts that address on the clipboard.
 * @param job its id, or what is to become one: it may be uploaded meanwhile
 */
export async function copyLink(job: string | Promise<string>, token: string): Promise<ShareLink> {
  const link = requestLink(job, token);
  if (typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function') {
    // Safari allows writing only inside the click itself, so it gets a promise of the text.
    const text = link.then(({ url }) => new Blob([url], { type: 'text/plain' }));
    const [made] = await Promise.all([
      link,
      navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]),
    ]);
    return made;
  }
  const made = await link;
  await navigator.clipboard.writeText(made.url);
  return made;
}

async function requestLink(job: string | Promise<string>, token: string): Promise<ShareLink> {
  const jobId = await job;
  const response = await fetch('/api/shares', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ jobId }),
  });
  if (response.status === 401 || response.status === 403) throw new SignInNeeded();
  if (!response.ok) throw new Error(`No link: the server answered ${response.status}.`);
  const link = (await response.json()) as ShareLink;
  return { ...link, url: new URL(link.url, window.location.origin).href };
}
