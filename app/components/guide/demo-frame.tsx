import type { ReactNode } from 'react';
import { WeightBar } from '../ui/weight-bar.tsx';

/** A small machine to play with, set apart from the text. */
export function DemoFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="my-8! rounded-card border border-hairline bg-raised p-5 text-base leading-6 md:p-6"
    >
      <p className="text-sm font-semibold text-primary">Try it</p>
      <p className="font-display text-lg font-semibold tracking-tight">{title}</p>
      <div className="mt-4">{children}</div>
    </section>
  );
}

interface DemoInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function DemoInput({ id, label, value, onChange }: DemoInputProps) {
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        value={value}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1.5 block min-h-11 w-full rounded-control border border-edge bg-ground px-3 font-mono text-base"
      />
    </div>
  );
}

/** What came out, in numbers and as the weight bar. Read out when it changes. */
export function DemoResult(props: { readonly from: number; readonly to: number; readonly unit: string }) {
  const { from, to, unit } = props;
  const share = from > 0 ? to / from : 1;
  const verdict = to > from ? 'longer' : to < from ? 'shorter' : 'the same length';
  const percent = Math.round(Math.abs(1 - share) * 100);
  return (
    <div className="mt-4">
      {to > from ? (
        // Longer: what was added stands behind the original.
        <div aria-hidden className="flex h-3 overflow-hidden rounded-full bg-edge">
          <div className="bg-bar" style={{ width: `${100 / share}%` }} />
        </div>
      ) : (
        <WeightBar originalBytes={from} compressedBytes={to} animated={false} />
      )}
      <p className="figures mt-2 text-sm text-quiet" role="status">
        {from} {unit} before, {to} {unit} after: {to === from ? verdict : `${percent}% ${verdict}`}.
      </p>
    </div>
  );
}
