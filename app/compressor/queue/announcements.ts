import { notify, type Notice } from '~/components/ui/notify.ts';
import { displayNameInText } from '../selection/display-name.ts';
import { reductionPercent } from '../results/reduction-percent.ts';
import { readSession } from '~/session/session.ts';
import { notifyEnd } from './notify-end.ts';
import { resultNotice } from '../results/result-notice.ts';
import { isSet, setWords } from '../results/set-result.ts';
import type { CompressionEvent } from './compression-event.ts';
import type { QueueItem } from './queue-state.ts';
import type { Passing } from './refusal.ts';

/** The toasts of the compress page. Their words are fixed by the specification. */

const STALLED: Readonly<Record<Passing['cause'], string>> = {
  line: 'Connection lost. It resumes automatically when you are back online.',
  engine: 'This file needs a download first. It resumes when you are back online.',
  busy: 'The server is busy. Retrying shortly.',
  limit: 'You have reached your limit for now. Retrying shortly.',
};
const HIGHER_LIMIT = ' It is higher when you are signed in.';

/** Says what happened to the files of a list: of several that ended alike in one toast, and on a page in the background by the system. */
export function announce(events: readonly CompressionEvent[]): void {
  for (const tone of ['default', 'success', 'notice', 'destructive'] as const) {
    const alike = events.filter((event) => noticeOf(event).tone === tone);
    const [first] = alike;
    if (first) notify(alike.length === 1 ? noticeOf(first) : noticeOfSeveral(tone, alike));
  }
  const ended = events.filter(({ type }) => type !== 'almost-done' && type !== 'stalled');
  if (ended.length > 0) void notifyEnd(endOf(ended));
}

/** How a list has ended, for who looks at another page. */
function endOf(events: readonly CompressionEvent[]): string {
  const failed = events.filter(({ type }) => type === 'failed' || type === 'refused').length;
  if (failed === 0) return 'Your files are ready';
  return failed === events.length ? 'Your files could not be compressed' : 'Some of your files are ready';
}

function mayBeHigher(cause: Passing['cause']): string {
  return cause === 'limit' && readSession().status === 'signed-out' ? HIGHER_LIMIT : '';
}

function noticeOf(event: CompressionEvent): Notice {
  const name = displayNameInText(event.file.name);
  switch (event.type) {
    case 'almost-done':
      return { title: 'Almost Done', description: `Finishing ${name}.`, tone: 'default', isPassing: true };
    case 'done':
      return noticeOfResult(name, event);
    case 'stalled':
      return compressionNotice(name, STALLED[event.cause] + mayBeHigher(event.cause));
    case 'no-smaller':
      return compressionNotice(
        name,
        'It can’t get smaller without visible quality loss. Your previous result is unchanged.',
      );
    case 'refused':
      return compressionNotice(name, event.message);
    case 'failed':
      return {
        title: `Compression Failed (${name})`,
        description: 'Something went wrong. Please try again.',
        tone: 'destructive',
      };
  }
}

/** A file that came back as it was, or above its limit, is a notice and not a success. */
function noticeOfResult(
  name: string,
  { file, result }: Extract<CompressionEvent, { readonly type: 'done' }>,
): Notice {
  const message = resultNotice(file, result);
  if (message !== null) return compressionNotice(name, message);
  return {
    title: `Compression Complete! (${name})`,
    description: isSet(result)
      ? `${setWords(result)} are ready.`
      : `File compressed successfully. Size reduced by ${reductionPercent(file.size, result.size)}%`,
    tone: 'success',
  };
}

function compressionNotice(name: string, message: string): Notice {
  return { title: `Compression Notice (${name})`, description: message, tone: 'notice' };
}

function noticeOfSeveral(tone: NonNullable<Notice['tone']>, events: readonly CompressionEvent[]): Notice {
  const files = `(${events.length} files)`;
  if (tone === 'success')
    return {
      title: `Compression Complete! ${files}`,
      description: `Files compressed successfully. Size reduced by ${totalPercent(events)}%`,
      tone,
    };
  const [reason, ...others] = new Set(events.map((event) => noticeOf(event).description));
  return {
    title: tone === 'notice' ? `Compression Notice ${files}` : `Compression Failed ${files}`,
    description: reason && others.length === 0 ? reason : 'Each file in the list shows its reason.',
    tone,
  };
}

function totalPercent(events: readonly CompressionEvent[]): number {
  const results = events.flatMap((event) => (event.type === 'done' ? [event] : []));
  return reductionPercent(
    results.reduce((sum, { file }) => sum + file.size, 0),
    results.reduce((sum, { result }) => sum + result.size, 0),
  );
}

/** Says that files were taken out of the list, and offers to put them back. */
export function announceRemoval(gone: readonly QueueItem[], undo: () => void): void {
  const [only, ...others] = gone;
  notify({
    title: others.length === 0 ? 'File Removed' : 'List Cleared',
    description:
      only && others.length === 0
        ? `${displayNameInText(only.file.name)} is no longer in the list.`
        : `${gone.length} files are no longer in the list.`,
    action: { label: 'Undo', run: undo },
  });
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
