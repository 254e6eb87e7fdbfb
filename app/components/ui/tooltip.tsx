import { useId, useState, type ReactNode } from 'react';

/** Milliseconds a pointer rests before a tooltip appears. */
export const TOOLTIP_DELAY_MS = 700;

interface TooltipProps {
  readonly text: string;
  /** One focusable element. It has a name of its own: the tooltip only shows it to the eye. */
  readonly children: ReactNode;
}

/**
 * Says in words what a control does. Never the only place where something important stands. Stays while the pointer is
 * on it and goes by Escape, as WCAG 1.4.13 asks.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [sentAway, setSentAway] = useState(false);
  const id = useId();
  return (
    <span
      role="presentation"
      className="group/tooltip relative inline-flex"
      onPointerEnter={() => setSentAway(false)}
      onFocus={() => setSentAway(false)}
      onKeyDown={(event) => event.key === 'Escape' && setSentAway(true)}
    >
      {children}
      {!sentAway && (
        <span
          id={id}
          role="tooltip"
          aria-hidden
          style={{ transitionDelay: `${TOOLTIP_DELAY_MS}ms` }}
          className="invisible absolute right-0 bottom-full z-50 mb-1.5 w-max max-w-64 rounded-control bg-ink px-3 py-1.5 text-sm text-ground opacity-0 shadow-float transition-[opacity,visibility] duration-150 group-hover/tooltip:visible group-hover/tooltip:opacity-100 group-has-[:focus-visible]/tooltip:visible group-has-[:focus-visible]/tooltip:opacity-100"
        >
          {text}
        </span>
      )}
    </span>
  );
}
