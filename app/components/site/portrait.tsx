import { useEffect, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';

export interface PortraitProps {
  readonly name: string;
  readonly picture?: string | null | undefined;
  /** Edge length in CSS pixels [88]. */
  readonly sizePx?: number;
  /** Round for accounts, square with soft corners for people we introduce. */
  readonly shape?: 'round' | 'square';
}

/** A picture of a person; initials where there is none or where it does not load. */
export function Portrait({ name, picture, sizePx = 88, shape = 'round' }: PortraitProps) {
  const [broken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);

  // A picture that failed before the page came alive has fired its event already.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);

  const frame = classNames(
    'shrink-0 border border-hairline bg-sunk',
    shape === 'round' ? 'rounded-full' : 'rounded-card',
  );
  if (picture && !broken) {
    return (
      <img
        ref={image}
        src={picture}
        alt={name}
        width={sizePx}
        height={sizePx}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
        className={classNames(frame, 'object-cover')}
      />
    );
  }
  return (
    <span
      role="img"
      aria-label={name}
      className={classNames(frame, 'grid place-items-center font-display text-2xl font-bold')}
      style={{ width: sizePx, height: sizePx }}
    >
      {initialsOf(name)}
    </span>
  );
}

/** First letters of the first and the last word, e.g. "AM" for "Ama K. Mensah". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase();
}
