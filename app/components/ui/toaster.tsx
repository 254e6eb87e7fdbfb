import { useEffect, useState } from 'react';
import { toast, Toaster as Sonner } from 'sonner';
import { connectToaster, TOAST_DURATION_MS, TOAST_LIMIT, type Notice } from './notify.ts';

/** Where toasts appear: bottom right, at most three, each gone after four seconds. */
export default function Toaster() {
  useEffect(() => connectToaster(showToast), []);
  const [roomy] = useState(() => window.matchMedia('(width >= 48rem)').matches && !findShelf());
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={TOAST_LIMIT}
      duration={TOAST_DURATION_MS}
      // On a phone, and over a shelf of the page, three toasts side by side would hide what is under them.
      expand={roomy}
      gap={roomy ? 8 : 6}
      {...(roomy ? {} : { offset: 12, mobileOffset: 8 })}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-hairline bg-raised p-4 font-sans! text-sm text-ink shadow-float',
          title: 'font-semibold break-words',
          description: 'mt-0.5 text-quiet break-words',
          content: 'min-w-0',
          icon: 'mt-px shrink-0 [&_svg]:size-5',
          success: '[&_[data-icon]]:text-success',
          warning: '[&_[data-icon]]:text-notice',
          error: 'border-primary! bg-primary-wash! [&_[data-icon]]:text-primary',
        },
      }}
    />
  );
}

/** A place at the foot of the window that a page keeps free of what toasts must not cover. */
function findShelf(): Element | null {
  return document.querySelector('[data-toast-shelf]');
}

const shown: (string | number)[] = [];

/** Of more than three the oldest makes room. */
function showToast({ title, description, tone = 'default' }: Notice): void {
  const show = { default: toast, success: toast.success, notice: toast.warning, destructive: toast.error }[
    tone
  ];
  const forget = (closed: { id: string | number }) => {
    const index = shown.indexOf(closed.id);
    if (index >= 0) shown.splice(index, 1);
  };
  const options = description === undefined ? {} : { description };
  shown.push(show(title, { ...options, onDismiss: forget, onAutoClose: forget }));
  while (shown.length > TOAST_LIMIT) toast.dismiss(shown.shift());
}
