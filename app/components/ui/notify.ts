import { toast } from 'sonner';

export const TOAST_LIMIT = 3;
export const TOAST_DURATION_MS = 4_000;

export interface Notice {
  readonly title: string;
  readonly description?: string;
  /** How it looks: quiet unless told; `destructive` for what went wrong unexpectedly. */
  readonly tone?: 'default' | 'success' | 'notice' | 'destructive';
}

const shown: (string | number)[] = [];

/** Shows a toast; of more than three the oldest makes room. */
export function notify({ title, description, tone = 'default' }: Notice): void {
  const show = { default: toast, success: toast.success, notice: toast.warning, destructive: toast.error }[
    tone
  ];
  const forget = (closed: { id: string | number }) => {
    const index = shown.indexOf(closed.id);
    if (index >= 0) shown.splice(index, 1);
  };
  shown.push(
    show(title, {
      ...(description === undefined ? {} : { description }),
      onDismiss: forget,
      onAutoClose: forget,
    }),
  );
  while (shown.length > TOAST_LIMIT) toast.dismiss(shown.shift());
}
