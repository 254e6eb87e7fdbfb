import { useId } from 'react';
import { PRESETS, type Preset } from '#engine/api/presets.ts';

export const PRESET_WORDS: Readonly<Record<Preset, { readonly label: string; readonly hint: string }>> = {
  small: {
    label: 'Smallest',
    hint: 'For email and forms with a size limit. Images may lose fine detail.',
  },
  balanced: { label: 'Balanced', hint: 'Much smaller, and looks the same. Best for most files.' },
  high: { label: 'High quality', hint: 'For print and large screens. Keeps more resolution.' },
  lossless: { label: 'Lossless', hint: 'No quality loss, smallest savings.' },
};

interface PresetChooserProps {
  readonly value: Preset;
  readonly onChange: (preset: Preset) => void;
}

/** How far to go; a quiet choice, made before the files. */
export function PresetChooser({ value, onChange }: PresetChooserProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Compression level</legend>
      <div className="mt-2 grid grid-cols-2 rounded-control bg-sunk p-1 ring-1 ring-hairline ring-inset sm:max-md:inline-grid sm:max-md:grid-cols-4 lg:inline-grid lg:grid-cols-4">
        {PRESETS.map((preset) => (
          <label
            key={preset}
            className="flex min-h-11 cursor-pointer items-center justify-center rounded-[7px] px-3 whitespace-nowrap text-sm font-medium text-quiet transition-colors duration-150 hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:ring-1 has-checked:ring-edge has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary"
          >
            <input
              type="radio"
              name={name}
              value={preset}
              checked={value === preset}
              onChange={() => onChange(preset)}
              className="sr-only"
            />
            {PRESET_WORDS[preset].label}
          </label>
        ))}
      </div>
      <p aria-live="polite" className="mt-2 text-sm text-quiet">
        {PRESET_WORDS[value].hint}
      </p>
    </fieldset>
  );
}
