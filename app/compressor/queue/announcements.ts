import { notify } from '~/components/ui/notify.ts';
import { displayNameInText } from '../selection/display-name.ts';
import { reductionPercent } from '../results/reduction-percent.ts';
import { resultNotice } from '../results/result-notice.ts';
import type { CompressionEvent } from './compression-event.ts';
import type { Passing } from './refusal.ts';

/** The toasts of the compress page. Their words are fixed by the specification. */

const STALLED: Readonly<Record<Passing['cause'], string>> = {
  line: 'Connection lost. It resumes automatically when you are back online.',
  engine: 'This file needs a download first. It resumes when you are back online.',
  busy: 'The server is busy. Retrying shortly.',
};

/** Says what happened to a file. */
export function announce(event: CompressionEvent): void {
  const name = displayNameInText(event.file.name);
  switch (event.type) {
    case 'almost-done':
      return notify({ title: 'Almost Done', description: `Finishing ${name}.` });
    case 'done':
      return announceResult(name, event);
    case 'stalled':
      return announceNotice(name, STALLED[event.cause]);
    case 'no-smaller':
      return announceNotice(
        name,
        'It can’t get smaller without visible quality loss. Your previous result is unchanged.',
      );
    case 'refused':
      return announceNotice(name, event.message);
    case 'failed':
      return notify({
        title: `Compression Failed (${name})`,
        description: 'Something went wrong. Please try again.',
        tone: 'destructive',
      });
  }
}

/** A file that came back as it was, or above its limit, is a notice and not a success. */
function announceResult(
  name: string,
  { file, result }: Extract<CompressionEvent, { readonly type: 'done' }>,
): void {
  const message = resultNotice(file, result);
  if (message !== null) return announceNotice(name, message);
  notify({
    title: `Compression Complete! (${name})`,
    description: `File compressed successfully. Size reduced by ${reductionPercent(file.size, result.size)}%`,
    tone: 'success',
  });
}

function announceNotice(name: string, message: string): void {
  notify({ title: `Compression Notice (${name})`, description: message, tone: 'notice' });
}

/** Said once, however many files are under way. */
export function announceSessionEnd(): void {
  notify({
    title: 'Session Ended',
    description: 'You are signed out. Your files are not affected; sign in again to download or share them.',
    tone: 'notice',
  });
}

/** @param kept true where the browser has kept the files: what was asked for then goes on */
export function announceReturn(purpose: 'download' | 'share', kept: boolean): void {
  const goesOn = purpose === 'download' ? 'Your download has started.' : 'They can be shared now.';
  notify({
    title: 'Login Successful',
    description: kept
      ? `Your files are still here. ${goesOn}`
      : `Please re-compress your files to ${purpose} them.`,
    tone: 'success',
  });
}
