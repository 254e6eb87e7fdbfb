import { Toaster as Sonner } from 'sonner';
import { TOAST_DURATION_MS, TOAST_LIMIT } from './notify.ts';

/** Where toasts appear: bottom right, at most three, each gone after four seconds. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={TOAST_LIMIT}
      duration={TOAST_DURATION_MS}
      expand
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-hairline bg-raised p-4 text-sm text-ink shadow-float',
          title: 'font-semibold',
          description: 'mt-0.5 text-quiet break-words',
          content: 'min-w-0',
          icon: 'mt-0.5 text-quiet [&_svg]:size-5',
          success: '[&_[data-icon]]:text-success',
          warning: '[&_[data-icon]]:text-notice',
          error: 'border-primary! bg-primary-wash! [&_[data-icon]]:text-primary',
        },
      }}
    />
  );
}
