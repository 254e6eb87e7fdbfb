import { classNames } from '../ui/class-names.ts';

interface PortraitProps {
  readonly name: string;
  /** What screen readers say [the name]. */
  readonly label?: string;
  readonly picture?: string | null | undefined;
  /** Edge length in CSS pixels [88]. */
  readonly sizePx?: number;
  /** Round for accounts, square with soft corners for people we introduce. */
  readonly shape?: 'round' | 'square';
}

/** Height of the initials' type in heights of the picture. */
const INITIALS_SHARE = 0.3;

/** A picture of a person above their initials, which show where there is none or where it does not load. */
export function Portrait({ name, label = name, picture, sizePx = 88, shape = 'round' }: PortraitProps) {
  return (
    <span
      role="img"
      aria-label={label}
      className={classNames(
        'relative grid shrink-0 place-items-center overflow-hidden border border-hairline bg-sunk',
        'font-display font-bold text-quiet',
        shape === 'round' ? 'rounded-full' : 'rounded-card',
      )}
      style={{ width: sizePx, height: sizePx, fontSize: sizePx * INITIALS_SHARE }}
    >
      <span aria-hidden>{initialsOf(name)}</span>
      {picture && (
        // Without a text of its own a picture that does not load is simply not there.
        <img
          src={picture}
          alt=""
          width={sizePx}
          height={sizePx}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full object-cover"
        />
      )}
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
