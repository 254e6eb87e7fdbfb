import { timeline } from '~/content/timeline.ts';

/** The history as a line. */
export function Timeline() {
  return (
    <ol className="relative flex list-none! flex-col gap-6 border-l-2 border-hairline pl-0!">
      {timeline.map((entry) => (
        <li key={entry.year} className="relative m-0! pl-7">
          <span
            aria-hidden
            className="absolute top-2 -left-[7px] size-3 rounded-full border-2 border-primary bg-ground"
          />
          <p className="flex flex-wrap items-baseline gap-x-3 leading-6">
            <span className="figures font-display text-lg font-bold text-primary">{entry.year}</span>
            <strong>{entry.title}</strong>
          </p>
          <p className="text-base leading-6 text-quiet">{entry.text}</p>
        </li>
      ))}
    </ol>
  );
}
