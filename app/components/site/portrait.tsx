import { useState } from 'react';

/** A round picture of a person; initials where there is none or where it does not load. */
export function Portrait({
  name,
  picture,
}: {
  readonly name: string;
  readonly picture?: string | null | undefined;
}) {
  const [broken, setBroken] = useState(false);
  if (picture && !broken) {
    return (
      <img
        src={picture}
        alt={name}
        width={88}
        height={88}
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
        className="size-22 rounded-full border border-hairline bg-sunk object-cover"
      />
    );
  }
  return (
    <span
      role="img"
      aria-label={name}
      className="grid size-22 place-items-center rounded-full border border-hairline bg-sunk font-display text-2xl font-bold"
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
