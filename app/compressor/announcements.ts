import { notify } from '~/components/ui/notify.ts';
import { reductionPercent } from './format.ts';
import type { CompressedFile } from './request.ts';

/** The toasts of the compress page. Their words are fixed by the specification. */

export function announceAlmostDone(file: File): void {
  notify({ title: 'Almost Done', description: `${file.name} is nearly there.` });
}

export function announceDone(file: File, result: CompressedFile): void {
  notify({
    title: `Compression Complete! (${file.name})`,
    description: `File compressed successfully. Size reduced by ${reductionPercent(file.size, result.size)}%`,
    tone: 'success',
  });
}

/** The server would not compress the file, or could not be reached. */
export function announceNotice(file: File, message: string): void {
  notify({ title: `Compression Notice (${file.name})`, description: message, tone: 'notice' });
}

export function announceFailure(file: File): void {
  notify({
    title: `Compression Failed (${file.name})`,
    description: 'Something unexpected happened in this page. Please try again.',
    tone: 'destructive',
  });
}

export function announceLoginRequired(purpose: 'download' | 'share' | 'download-all'): void {
  const wanted = {
    download: 'download your compressed file',
    share: 'share your compressed file',
    'download-all': 'download your compressed files',
  }[purpose];
  notify({ title: 'Login Required', description: `Please login to ${wanted}.`, tone: 'notice' });
}

export function announceReturn(purpose: 'download' | 'share'): void {
  notify({
    title: 'Login Successful',
    description: `Please re-compress your files to ${purpose} them.`,
    tone: 'success',
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
