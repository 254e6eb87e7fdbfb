import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { JobOptions } from '#engine/options.ts';
import { formatBytes } from '~/compressor/format.ts';
import { betterOptions, smallerOptions } from '~/compressor/next-try.ts';
import { optionsFor, wishOf, type Wish } from '~/compressor/steering.ts';
import { Button } from '~/components/ui/button.tsx';
import { displayNameInText } from '~/compressor/display-name.ts';
import KeepChooser from '../keep-chooser.tsx';
import { LimitChooser } from '../limit-chooser.tsx';
import { PRESET_WORDS, PresetChooser } from '../preset-chooser.tsx';

export interface TryAgainProps {
  readonly name: string;
  readonly sourceBytes: number;
  readonly outputBytes: number;
  /** What the result on the page was made with. */
  readonly options: JobOptions;
  /** Pictures have descriptions to keep. */
  readonly isPicture: boolean;
  readonly onAgain: (options: JobOptions, onlySmaller?: boolean) => void;
}

/** Another try with one file: a step smaller, a step better, or just as one likes. */
export function TryAgain(props: TryAgainProps) {
  const { name, sourceBytes, outputBytes, options, isPicture, onAgain } = props;
  const [wish, setWish] = useState<Wish | null>(null);
  const better = betterOptions(options);
  const about = <span className="sr-only">, {displayNameInText(name)}</span>;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-2 text-sm text-quiet">Made with: {describeOptions(options)}</p>
        <Button
          variant="outline"
          size="sm"
          onClick={() => onAgain(smallerOptions(options, outputBytes), true)}
        >
          <Minus aria-hidden />
          Smaller{about}
        </Button>
        {better && (
          <Button variant="outline" size="sm" onClick={() => onAgain(better)}>
            <Plus aria-hidden />
            Better{about}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={wish !== null}
          onClick={() => setWish(wish ? null : wishOf(options))}
        >
          Other settings{about}
        </Button>
      </div>
      {wish && (
        <div className="mt-4 grid gap-5">
          <PresetChooser value={wish.preset} onChange={(preset) => setWish({ ...wish, preset })} />
          <LimitChooser
            legend="Stay under"
            value={wish.limitBytes}
            onChange={(limitBytes) => setWish({ ...wish, limitBytes })}
          />
          {isPicture && <KeepChooser value={wish.keep} onChange={(keep) => setWish({ ...wish, keep })} />}
          <div>
            <Button
              variant="outline"
              onClick={() => {
                setWish(null);
                onAgain(optionsFor({ size: sourceBytes }, wish));
              }}
            >
              Compress again
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function describeOptions({ preset, targetBytes }: JobOptions): string {
  return targetBytes === undefined ? PRESET_WORDS[preset].label : `under ${formatBytes(targetBytes)}`;
}
