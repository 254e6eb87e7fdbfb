import { useEffect, useState } from 'react';
import { connectToaster, TOAST_DURATION_MS, TOAST_LIMIT, type Notice } from './notify.ts';

/** Stands in for the toaster where its code cannot be loaded: the same texts, without movement. */
export function PlainToaster() {
  const [shown, setShown] = useState<readonly Notice[]>([]);
  useEffect(
    () =>
      connectToaster((notice) => {
        setShown((before) => [...before, notice].slice(-TOAST_LIMIT));
        setTimeout(() => setShown((before) => before.filter((each) => each !== notice)), TOAST_DURATION_MS);
      }),
    [],
  );
  return (
    <div
      role="status"
      aria-label="Notifications"
      className="fixed right-4 bottom-4 z-50 grid w-[min(22rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map(({ title, description, tone }, index) => (
        <div
          key={index}
          data-tone={tone}
          className="rounded-card border border-hairline bg-raised p-4 text-sm shadow-float data-[tone=destructive]:border-primary"
        >
          <p className="font-semibold break-words">{title}</p>
          {description && <p className="mt-0.5 break-words text-quiet">{description}</p>}
        </div>
      ))}
    </div>
  );
}
