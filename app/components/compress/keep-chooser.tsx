import { KEEP, type Keep } from '#engine/api/keep.ts';
import { KEEP_WORDS } from './keep-words.ts';
import { CHIP } from './limit-chooser.tsx';

export interface KeepChooserProps {
  readonly value: readonly Keep[];
  readonly onChange: (keep: readonly Keep[]) => void;
}

/** What pictures keep of what their cameras wrote into them. */
export default function KeepChooser({ value, onChange }: KeepChooserProps) {
  const toggle = (each: Keep, on: boolean) =>
    onChange(KEEP.filter((other) => (other === each ? on : value.includes(other))));
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Photo details to keep</legend>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {(Object.keys(KEEP_WORDS) as Keep[]).map((each) => (
          <label key={each} className={CHIP}>
            <input
              type="checkbox"
              checked={value.includes(each)}
              onChange={({ currentTarget }) => toggle(each, currentTarget.checked)}
              className="sr-only"
            />
            {KEEP_WORDS[each]}
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-quiet">
        Everything else is removed, including the location unless you select it.
      </p>
    </fieldset>
  );
}
