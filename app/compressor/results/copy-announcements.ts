import { notify } from '~/components/ui/notify.ts';

/** The toasts of what goes to the clipboard, apart from those of download and share: pages load them with the details. */

export function announcePictureCopied(): void {
  notify({ title: 'Image Copied', description: 'Paste it where you need it.', tone: 'success' });
}

export function announceHtmlCopied(): void {
  notify({
    title: 'HTML Copied',
    description: 'Paste it where the image belongs, and put the images of the set beside your page.',
    tone: 'success',
  });
}

export function announceCopyFailure(): void {
  notify({
    title: 'Copy Failed',
    description: 'This browser did not take it. Please download it instead.',
    tone: 'destructive',
  });
}
