import { useId, useState } from 'react';
import { RESULT_INFO } from '#engine/api/kinds.ts';
import { optionConflict } from '#engine/api/option-conflicts.ts';
import { LONGEST_SIDE, OUTPUT_FORMATS, type OutputFormat } from '#engine/api/options.ts';
import { ACCEPTABLE_SCORE, HIGHEST_ASKED_SCORE, scoreFloorOf, type Preset } from '#engine/api/presets.ts';
import type { ImageOptions } from '~/compressor/queue/chosen-options.ts';
import { RadioChip } from './limit-chooser.tsx';

export interface ImageChooserProps {
  readonly value: ImageOptions;
  /** Some formats and a score do not go with every level. */
  readonly preset: Preset;
  readonly onChange: (value: ImageOptions) => void;
}

/** Behind transparent areas of an image that becomes a JPEG, unless another colour is chosen. */
const WHITE = '#ffffff';

/** Another format, another size or another quality for images. */
export default function ImageChooser({ value, preset, onChange }: ImageChooserProps) {
  const { format = 'same', background, maxWidth, maxHeight, maxSide, score } = value;
  const conflict = optionConflict({ ...value, preset });
  const change = (next: ImageOptions) => onChange({ ...value, ...next });
  const chooseFormat = (next: OutputFormat) =>
    change({ format: next, background: next === 'jpeg' ? (background ?? WHITE) : undefined });
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Image format and size</legend>
      <FormatChips format={format} onChange={chooseFormat} />
      <div className="mt-3 flex flex-wrap items-start gap-3">
        <NumberField
          label="Largest width, px"
          value={maxWidth ?? maxSide}
          least={1}
          most={LONGEST_SIDE}
          onChange={(side) => change({ maxWidth: side, maxHeight: maxHeight ?? maxSide, maxSide: undefined })}
        />
        <NumberField
          label="Largest height, px"
          value={maxHeight ?? maxSide}
          least={1}
          most={LONGEST_SIDE}
          onChange={(side) => change({ maxHeight: side, maxWidth: maxWidth ?? maxSide, maxSide: undefined })}
        />
        <NumberField
          label={`Lowest quality, ${ACCEPTABLE_SCORE} to ${HIGHEST_ASKED_SCORE}`}
          value={score}
          least={ACCEPTABLE_SCORE}
          most={HIGHEST_ASKED_SCORE}
          hint={preset === 'lossless' ? '' : String(scoreFloorOf({ preset }))}
          onChange={(next) => change({ score: next })}
        />
        {background !== undefined && (
          <label className="grid gap-1 text-sm">
            Behind transparent areas
            <input
              type="color"
              value={background}
              onChange={({ currentTarget }) => change({ background: currentTarget.value })}
              className="h-11 w-16 cursor-pointer rounded-control border border-edge bg-raised p-1"
            />
          </label>
        )}
      </div>
      <p role="status" className="mt-2 text-sm text-quiet">
        {conflict
          ? `${conflict.message} Until then both are left out.`
          : 'Images are never enlarged. PDF and PPTX files keep their format and size.'}
      </p>
    </fieldset>
  );
}

interface FormatChipsProps {
  readonly format: OutputFormat;
  readonly onChange: (format: OutputFormat) => void;
}

function FormatChips({ format, onChange }: FormatChipsProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Format" className="mt-2 flex flex-wrap gap-1.5">
      {OUTPUT_FORMATS.map((each) => (
        <RadioChip
          key={each}
          name={name}
          label={labelOf(each)}
          checked={format === each}
          onChoose={() => onChange(each)}
        />
      ))}
    </div>
  );
}

function labelOf(format: OutputFormat): string {
  if (format === 'same') return 'Same format';
  return format === 'auto' ? 'Auto: JPEG, PNG or WebP' : RESULT_INFO[format].label;
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly least: number;
  readonly most: number;
  /** What holds where nothing is entered. */
  readonly hint?: string;
  /** Undefined for an empty field; never told what is out of range. */
  readonly onChange: (value: number | undefined) => void;
}

function NumberField({ label, value, least, most, hint = 'any', onChange }: NumberFieldProps) {
  const [isWrong, setIsWrong] = useState(false);
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <input
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        step={1}
        placeholder={hint}
        defaultValue={value}
        onChange={({ currentTarget }) => {
          const { value: text, valueAsNumber, validity } = currentTarget;
          setIsWrong(!validity.valid);
          if (validity.valid) onChange(text === '' ? undefined : valueAsNumber);
        }}
        aria-invalid={isWrong}
        className="min-h-11 w-40 rounded-control border border-edge bg-raised px-3 text-base text-ink placeholder:text-quiet aria-invalid:border-primary"
      />
      <span role="status" className="empty:hidden">
        {isWrong && `A whole number, ${least} to ${most}`}
      </span>
    </label>
  );
}
