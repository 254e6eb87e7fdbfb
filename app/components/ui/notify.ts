export const TOAST_LIMIT = 3;
export const TOAST_DURATION_MS = 4_000;
/** A toast with a button: time to read it, and to reach it. */
export const ACTION_DURATION_MS = 10_000;
/** Classes of that button. */
export const ACTION_CLASS =
  'min-h-9 shrink-0 cursor-pointer rounded-control border border-edge px-3 font-semibold hover:bg-sunk pointer-coarse:min-h-11';

export interface Notice {
  readonly title: string;
  readonly description?: string;
  /** Appearance [default]; `destructive` for what went wrong unexpectedly. */
  readonly tone?: 'default' | 'success' | 'notice' | 'destructive';
  /** It is no longer true when the next one comes, and goes then. */
  readonly isPassing?: true;
  /** A button in it; not kept for a next page. */
  readonly action?: { readonly label: string; run(): void };
}

type Show = (notice: Notice) => void;

const unseen: Notice[] = [];
const listeners = new Set<() => void>();
let show: Show | null = null;
let needed = false;

/** Shows a toast. The first one loads the toaster; pages without toasts never load it. */
export function notify(notice: Notice): void {
  if (show) return show(notice);
  unseen.push(notice);
  needed = true;
  for (const listener of listeners) listener();
}

/** The toaster is on the page: gives it all toasts so far and all that follow. @returns what disconnects it */
export function connectToaster(to: Show): () => void {
  show = to;
  for (const notice of unseen.splice(0)) to(notice);
  return () => {
    if (show === to) show = null;
  };
}

/** For `useSyncExternalStore`: whether a toaster is needed. */
export const toasterDemand = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => needed,
  readOnServer: () => false,
} as const;
