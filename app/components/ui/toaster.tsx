import { useEffect, useState } from 'react';
import { toast, Toaster as Sonner } from 'sonner';
import { classNames } from './class-names.ts';
import {
  ACTION_CLASS,
  ACTION_DURATION_MS,
  connectToaster,
  TOAST_DURATION_MS,
  TOAST_LIMIT,
  type Notice,
} from './notify.ts';

/** Where toasts appear: bottom right, at most three, each gone after four seconds. */
export default function Toaster() {
  const [roomy, setRoomy] = useState(isRoomy);
  const [limit, setLimit] = useState(toastLimit);
  const [bottom, setBottom] = useState(aboveShelfPx);
  useEffect(
    () =>
      connectToaster((notice) => {
        // The page may have put up its shelf, or the phone been turned, since the toast before.
        setRoomy(isRoomy());
        setLimit(toastLimit());
        setBottom(aboveShelfPx());
        showToast(notice);
      }),
    [],
  );
  useEffect(() => {
    const follow = () => setBottom(aboveShelfPx());
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, []);
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={limit}
      duration={TOAST_DURATION_MS}
      // On a phone, and over a shelf of the page, three toasts side by side would hide what is under them.
      expand={roomy}
      gap={roomy ? 8 : 6}
      {...(roomy ? {} : { offset: 12, mobileOffset: { bottom, left: 8, right: 8 } })}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: classNames(
            'flex w-full items-start gap-3 rounded-card border border-hairline bg-raised font-sans! text-sm leading-5 text-ink shadow-float',
            roomy ? 'p-4' : 'p-3',
            'not-roomy:items-center not-roomy:p-2 not-roomy:text-xs/4',
          ),
          // Over a shelf there is room for three lines; what a long name loses stands in its row.
          title: classNames('font-semibold', roomy ? 'break-words' : 'line-clamp-1 break-all'),
          description: 'mt-0.5 text-quiet break-words not-roomy:mt-0 not-roomy:line-clamp-2',
          content: 'min-w-0',
          actionButton: classNames('ml-auto self-center', ACTION_CLASS),
          icon: 'mt-px shrink-0 [&_svg]:size-5',
          success: '[&_[data-icon]]:text-success',
          warning: '[&_[data-icon]]:text-notice',
          error: 'border-primary! bg-primary-wash! [&_[data-icon]]:text-primary',
        },
      }}
    />
  );
}

/** False on phones, and where a page keeps a shelf at the foot of the window free of what toasts must not cover. */
function isRoomy(): boolean {
  return (
    window.matchMedia('(width >= 48rem)').matches && document.querySelector('[data-toast-shelf]') === null
  );
}

/** One in a window that is low, as at 400 percent zoom: more would hide the page under them. */
function toastLimit(): number {
  return window.matchMedia('(height >= 31.25rem)').matches ? TOAST_LIMIT : 1;
}

/** Height of three lines, which toasts keep to over a shelf, with air around them. */
const TOAST_ROOM_PX = 140;

/** On a phone a shelf is as wide as a toast, which then lies above it. @returns its distance from the window's foot */
function aboveShelfPx(): number {
  const shelf = document.querySelector('[data-toast-shelf]')?.getBoundingClientRect();
  const isNear = shelf !== undefined && window.innerHeight - shelf.bottom < TOAST_ROOM_PX;
  return isNear ? Math.max(0, window.innerHeight - shelf.top) + 8 : 8;
}

const shown: (string | number)[] = [];
let passing: string | number | undefined;

/** Of more than three the oldest makes room. */
function showToast({ title, description, tone = 'default', action, isPassing }: Notice): void {
  if (passing !== undefined) toast.dismiss(passing);
  const show = { default: toast, success: toast.success, notice: toast.warning, destructive: toast.error }[
    tone
  ];
  const forget = (closed: { id: string | number }) => {
    const index = shown.indexOf(closed.id);
    if (index >= 0) shown.splice(index, 1);
  };
  const options = {
    ...(description === undefined ? {} : { description }),
    ...(action && {
      action: { label: action.label, onClick: () => action.run() },
      duration: ACTION_DURATION_MS,
    }),
  };
  const id = show(title, { ...options, onDismiss: forget, onAutoClose: forget });
  passing = isPassing ? id : undefined;
  shown.push(id);
  while (shown.length > TOAST_LIMIT) toast.dismiss(shown.shift());
}
