import { notify } from '~/components/ui/notify.ts';
import { notifyOnNextPage } from '~/session/next-page-notice.ts';

/** The toasts of what is done with a result. Their words are fixed by the specification. */

/** Shown on the login page, which is the next one. */
export function announceLoginRequired(wanted: 'download' | 'share' | 'download-all'): void {
  const what =
    wanted === 'download-all' ? 'download your compressed files' : `${wanted} your compressed file`;
  notifyOnNextPage({
    title: 'Login Required',
    description: `Please login to ${what}.`,
    tone: 'notice',
  });
}

/** @param go signs in all the same */
export function announceNotKept(go: () => void): void {
  notify({
    title: 'Results Not Saved',
    description:
      'This browser has no room to keep your results while you sign in. You would have to compress the files again.',
    tone: 'notice',
    action: { label: 'Sign in anyway', run: go },
  });
}

export function announceDownloadFailure(): void {
  notify({
    title: 'Download Failed',
    description: 'An error occurred while downloading the file.',
    tone: 'destructive',
  });
}

export function announceShared(): void {
  notify({ title: 'Share Successful', description: 'Your compressed file was shared.', tone: 'success' });
}

export function announceLinkCopied(): void {
  notify({
    title: 'Link Copied',
    description: 'File URL copied to clipboard for sharing!',
    tone: 'success',
  });
}

export function announceShareFailure(): void {
  notify({
    title: 'Share Failed',
    description: 'Failed to share the file. Please try downloading and sharing manually.',
    tone: 'destructive',
  });
}

export function announceOffline(): void {
  notify({
    title: 'You are offline',
    description: 'Signing in needs a connection. Your results stay here for an hour.',
    tone: 'notice',
  });
}

export function announceNoLink(): void {
  notify({
    title: 'You are offline',
    description: 'A link needs a connection. The result can be downloaded.',
    tone: 'notice',
  });
}

export function announceTooManyForLink(most: number): void {
  notify({
    title: 'Too Many Files',
    description: `One link holds up to ${most} files. Remove some from the list, or download all.`,
    tone: 'notice',
  });
}
