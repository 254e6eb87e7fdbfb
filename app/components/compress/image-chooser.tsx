import { useId, useState } from 'react';
import { OUTPUT_KINDS, RESULT_INFO, type OutputKind } from '#engine/api/kinds.ts';
import { optionConflict } from '#engine/api/option-conflicts.ts';
import { LONGEST_SIDE, OUTPUT_FORMATS, type OutputFormat } from '#engine/api/options.ts';
import { ACCEPTABLE_SCORE, HIGHEST_ASKED_SCORE, scoreFloorOf, type Preset } from '#engine/api/presets.ts';
import { JOB_OPTION_FIELDS } from '#platform/contracts/job-option-fields.ts';
import type { ImageOptions } from '~/compressor/queue/chosen-options.ts';
import { CHIP, RadioChip } from './limit-chooser.tsx';

export interface ImageChooserProps {
  readonly value: ImageOptions;
  /** Some formats and a score do not go with every level. */
  readonly preset: Preset;
  /** What the image takes in a format, in words, where that is known. */
  readonly known?: Partial<Readonly<Record<OutputFormat, string>>>;
  readonly onChange: (value: ImageOptions) => void;
}

/** Behind transparent areas of an image that becomes a JPEG, unless another colour is chosen. */
const WHITE = '#ffffff';

/** Widths of a set to begin with: a phone, a tablet, a wide screen. */
const USUAL_WIDTHS = [480, 960, 1440] as const;

/** Another format, size or quality for images, or a set of each for a website. */
export default function ImageChooser({ value, preset, known = {}, onChange }: ImageChooserProps) {
  const { format = 'same', formats = [], widths, background, score } = value;
  const name = useId();
  const conflict = optionConflict({ ...value, preset });
  const change = (next: ImageOptions) => {
    const { format: one, formats: several = [] } = { ...value, ...next };
    const isJpeg = one === 'jpeg' || several.includes('jpeg');
    onChange({
      ...value,
      ...next,
      background: isJpeg ? (next.background ?? background ?? WHITE) : undefined,
    });
  };
  const chooseSet = (isSet: boolean) =>
    change({ ...NO_SIZE, format: undefined, formats: undefined, widths: isSet ? USUAL_WIDTHS : undefined });
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Image format and size</legend>
      <div role="radiogroup" aria-label="Images to make" className="mt-2 flex flex-wrap gap-1.5">
        <RadioChip name={name} label="One image" checked={!widths} onChoose={() => chooseSet(false)} />
        <RadioChip
          name={name}
          label="A set for a website"
          checked={!!widths}
          onChoose={() => chooseSet(true)}
        />
      </div>
      {widths ? (
        <FormatsOfSet formats={formats} onChange={(next) => change({ formats: next })} />
      ) : (
        <FormatChips format={format} known={known} onChange={(next) => change({ format: next })} />
      )}
      <div className="mt-3 flex flex-wrap items-start gap-3">
        {widths ? (
          <WidthsField widths={widths} onChange={(next) => change({ widths: next })} />
        ) : (
          <SideFields value={value} onChange={change} />
        )}
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
        {conflict ? `${conflict.message} Until then both are left out.` : widths ? OF_SET : OF_ONE}
      </p>
    </fieldset>
  );
}

const NO_SIZE = { maxWidth: undefined, maxHeight: undefined, maxSide: undefined } as const;
const OF_ONE = 'Images are never enlarged. PDF and PPTX files keep their format and size.';
const OF_SET =
  'Every width in every format, as a ZIP with the HTML to paste. Without a choice of formats: the one of the image, and WebP. Widths above its own are left out.';

interface FormatsOfSetProps {
  readonly formats: readonly OutputKind[];
  /** Undefined where none is chosen. */
  readonly onChange: (formats: readonly OutputKind[] | undefined) => void;
}

function FormatsOfSet({ formats, onChange }: FormatsOfSetProps) {
  const toggle = (kind: OutputKind) => {
    const next = OUTPUT_KINDS.filter((each) => formats.includes(each) !== (each === kind));
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    <div role="group" aria-label="Formats" className="mt-2 flex flex-wrap gap-1.5">
      {OUTPUT_KINDS.map((kind) => (
        <label key={kind} className={CHIP}>
          <input
            type="checkbox"
            checked={formats.includes(kind)}
            onChange={() => toggle(kind)}
            className="sr-only"
          />
          {RESULT_INFO[kind].label}
        </label>
      ))}
    </div>
  );
}

interface WidthsFieldProps {
  readonly widths: readonly number[];
  /** Never told what is no list of widths. */
  readonly onChange: (widths: readonly number[]) => void;
}

function WidthsField({ widths, onChange }: WidthsFieldProps) {
  const [isWrong, setIsWrong] = useState(false);
  const { parse, expected } = JOB_OPTION_FIELDS.widths;
  return (
    <label className="grid gap-1 text-sm">
      Widths, px
      <input
        type="text"
        inputMode="text"
        defaultValue={widths.join(', ')}
        onChange={({ currentTarget }) => {
          const next = parse(currentTarget.value);
          setIsWrong(next === null);
          if (next) onChange(next);
        }}
        aria-invalid={isWrong}
        className="min-h-11 w-56 rounded-control border border-edge bg-raised px-3 text-base text-ink aria-invalid:border-primary"
      />
      <span role="status" className="max-w-56 empty:hidden">
        {isWrong && `Enter ${expected}`}
      </span>
    </label>
  );
}

interface SideFieldsProps {
  readonly value: ImageOptions;
  readonly onChange: (next: ImageOptions) => void;
}

function SideFields({ value: { maxWidth, maxHeight, maxSide }, onChange }: SideFieldsProps) {
  return (
    <>
      <NumberField
        label="Largest width, px"
        value={maxWidth ?? maxSide}
        least={1}
        most={LONGEST_SIDE}
        onChange={(side) => onChange({ maxWidth: side, maxHeight: maxHeight ?? maxSide, maxSide: undefined })}
      />
      <NumberField
        label="Largest height, px"
        value={maxHeight ?? maxSide}
        least={1}
        most={LONGEST_SIDE}
        onChange={(side) => onChange({ maxHeight: side, maxWidth: maxWidth ?? maxSide, maxSide: undefined })}
      />
    </>
  );
}

interface FormatChipsProps extends Required<Pick<ImageChooserProps, 'known'>> {
  readonly format: OutputFormat;
  readonly onChange: (format: OutputFormat) => void;
}

function FormatChips({ format, known, onChange }: FormatChipsProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Format" className="mt-2 flex flex-wrap gap-1.5">
      {OUTPUT_FORMATS.map((each) => (
        <RadioChip
          key={each}
          name={name}
          label={[labelOf(each), known[each]].filter(Boolean).join(', ')}
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
