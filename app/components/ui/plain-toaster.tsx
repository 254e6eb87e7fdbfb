import { useEffect, useState } from 'react';
import {
  ACTION_CLASS,
  ACTION_DURATION_MS,
  connectToaster,
  TOAST_DURATION_MS,
  TOAST_LIMIT,
  type Notice,
} from './notify.ts';

/** Stands in for the toaster where its code cannot be loaded: the same texts, without movement. */
export function PlainToaster() {
  const [shown, setShown] = useState<readonly Notice[]>([]);
  useEffect(
    () =>
      connectToaster((notice) => {
        setShown((before) => [...before.filter(({ isPassing }) => !isPassing), notice].slice(-TOAST_LIMIT));
        const gone = () => setShown((before) => before.filter((each) => each !== notice));
        setTimeout(gone, notice.action ? ACTION_DURATION_MS : TOAST_DURATION_MS);
      }),
    [],
  );
  return (
    <div
      role="status"
      aria-label="Notifications"
      className="fixed right-4 bottom-4 z-50 grid w-[min(22rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map(({ title, description, tone, action }, index) => (
        <div
          key={index}
          data-tone={tone}
          className="flex items-center gap-3 rounded-card border border-hairline bg-raised p-4 text-sm shadow-float data-[tone=destructive]:border-primary"
        >
          <div className="min-w-0 flex-1">
            <p className="font-semibold break-words">{title}</p>
            {description && <p className="mt-0.5 break-words text-quiet">{description}</p>}
          </div>
          {action && (
            <button type="button" onClick={action.run} className={ACTION_CLASS}>
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
