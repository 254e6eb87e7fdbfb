import { classNames } from '~/components/ui/class-names.ts';

/** The number of the house, large: whole percent of the original that is gone. */
export function Reduction({
  percent,
  large,
  label = 'reduction',
}: {
  readonly percent: number;
  readonly large?: boolean;
  readonly label?: string;
}) {
  return (
    <p className="leading-none">
      <span
        className={classNames(
          'figures font-display font-bold tracking-tight',
          large ? 'text-5xl' : 'text-4xl',
          percent > 0 ? 'text-primary' : 'text-ink',
        )}
      >
        {percent}%
      </span>
      <span className="mt-1 block text-sm text-quiet">{label}</span>
    </p>
  );
}
