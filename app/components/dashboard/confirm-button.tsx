import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Button } from '~/components/ui/button.tsx';
import { useKeptFocus } from '~/components/ui/use-kept-focus.ts';

interface ConfirmButtonProps {
  readonly label: string;
  /** What it is about, for those who do not see what stands beside it. */
  readonly of?: string;
  /** What the second press does, such as "Yes, revoke". */
  readonly confirmation: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/** A press that cannot be taken back asks once more, in place. Escape or leaving it takes the question back. */
export function ConfirmButton({ label, of, confirmation, isBusy, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const group = useRef<HTMLSpanElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const keptFocus = useKeptFocus(() => first.current);
  useEffect(() => {
    if (isAsking) yes.current?.focus();
  }, [isAsking]);
  const about = of === undefined ? null : <span className="sr-only"> {of}</span>;

  if (!isAsking)
    return (
      <Button
        ref={first}
        variant="outline"
        size="sm"
        className="pointer-coarse:min-h-11"
        aria-disabled={isBusy}
        onClick={() => setAsking(!isBusy)}
      >
        {label}
        {about}
      </Button>
    );
  const leaving = {
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && setAsking(false),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!group.current?.contains(relatedTarget as Node | null)) setAsking(false);
    },
  };
  return (
    <span ref={group} className="inline-flex flex-wrap gap-2" {...keptFocus}>
      <Button
        ref={yes}
        {...leaving}
        variant="destructive"
        size="sm"
        className="pointer-coarse:min-h-11"
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {confirmation}
        {about}
      </Button>
      <Button
        {...leaving}
        variant="ghost"
        size="sm"
        className="pointer-coarse:min-h-11"
        onClick={() => setAsking(false)}
      >
        Keep
        {about}
      </Button>
    </span>
  );
}
