import { notify, type Notice } from '~/components/ui/notify.ts';

/**
 * Local storage, for session storage may be an old one on the login page (see `loginAddress`): the mark of that page's
 * address, then what it says first. All tabs have this storage, and only one has the address.
 */
const STORAGE_KEY = 'noticeOnNextPage';

let mark = '';

/** Keeps a toast for the login page that this tab opens next: it is a new document. */
export function notifyOnNextPage(notice: Notice): void {
  mark = `~${Math.random().toString(36).slice(2)}`;
  localStorage.setItem(STORAGE_KEY, mark + JSON.stringify(notice));
}

/** What the address of the login page ends with; empty where no toast is kept for it. */
export const markOfNextPage = (): string => mark;

/** Shows the toast that the page before this one left for it, and takes its mark out of the address. */
export function showNoticeOfLastPage(): void {
  const { hash, href } = window.location;
  const marked = /~\w+$/.exec(hash)?.[0];
  if (marked === undefined) return;
  window.history.replaceState(window.history.state, '', href.replace(/#?~\w+$/, ''));
  const left = localStorage.getItem(STORAGE_KEY);
  if (!left?.startsWith(`${marked}{`)) return;
  localStorage.removeItem(STORAGE_KEY);
  notify(JSON.parse(left.slice(marked.length)) as Notice);
}
