import { useId, useState } from 'react';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { COMMON_LIMITS, parseLimit } from '~/compressor/queue/chosen-options.ts';

interface LimitChooserProps {
  readonly legend: string;
  /** Bytes, or null for no limit. */
  readonly value: number | null;
  readonly onChange: (bytes: number | null) => void;
}

/** A choice among several that looks like a chip, around its input. */
export const CHIP =
  'inline-flex min-h-9 cursor-pointer items-center rounded-full px-3 text-sm font-medium ring-1 ring-hairline ring-inset transition-colors duration-150 hover:ring-edge has-checked:bg-ink has-checked:text-ground has-checked:ring-ink has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary pointer-coarse:min-h-11';

interface RadioChipProps {
  /** Of the choices among which one is checked. */
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

/** One of several choices. */
export function RadioChip({ name, label, checked, onChoose }: RadioChipProps) {
  return (
    <label className={CHIP}>
      <input type="radio" name={name} checked={checked} onChange={onChoose} className="sr-only" />
      {label}
    </label>
  );
}

/** A size that no file may exceed: the limits that people meet, or one of their own. */
export function LimitChooser({ legend, value, onChange }: LimitChooserProps) {
  const name = useId();
  const isCommon = COMMON_LIMITS.some((text) => parseLimit(text) === value);
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <RadioChip name={name} label="No limit" checked={value === null} onChoose={() => onChange(null)} />
        {COMMON_LIMITS.map((text) => (
          <RadioChip
            key={text}
            name={name}
            label={text}
            checked={value === parseLimit(text)}
            onChoose={() => onChange(parseLimit(text))}
          />
        ))}
        <OwnLimit value={isCommon ? null : value} onChange={onChange} />
      </div>
    </fieldset>
  );
}

function OwnLimit({ value, onChange }: Pick<LimitChooserProps, 'value' | 'onChange'>) {
  const [text, setText] = useState('');
  const wrong = text !== '' && parseLimit(text) === null;
  return (
    <span className="inline-flex items-center gap-2">
      <input
        type="text"
        inputMode="text"
        aria-label="Another limit, such as 350 KB"
        aria-invalid={wrong}
        placeholder={value === null ? 'Other, e.g. 350 KB' : formatBytes(value)}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          const bytes = parseLimit(currentTarget.value);
          if (bytes !== null) onChange(bytes);
        }}
        className="min-h-9 w-38 rounded-full border border-edge bg-raised px-3 text-sm text-ink placeholder:text-quiet aria-invalid:border-primary pointer-coarse:min-h-11 pointer-coarse:w-44 pointer-coarse:text-base"
      />
      {wrong && (
        <span role="status" className="text-sm">
          Enter a size up to 200 MB
        </span>
      )}
    </span>
  );
}
