import { useState } from 'react';
import { Minus, Plus } from '~/components/ui/late-icons.tsx';
import type { JobOptions } from '#engine/api/options.ts';
import { betterOptions, smallerOptions } from '~/compressor/queue/next-try.ts';
import type { ListedResult } from '~/compressor/queue/queue-state.ts';
import { optionsFor, chosenOptionsOf, type ChosenOptions } from '~/compressor/queue/chosen-options.ts';
import { Button } from '~/components/ui/button.tsx';
import { displayNameInText } from '~/compressor/selection/display-name.ts';
import KeepChooser from '../keep-chooser.tsx';
import { LimitChooser } from '../limit-chooser.tsx';
import { PresetChooser } from '../preset-chooser.tsx';
import { madeWith } from '../settings-words.ts';

interface TryAgainProps {
  readonly name: string;
  readonly sourceBytes: number;
  /** The result on the page. */
  readonly result: ListedResult;
  /** Pictures have descriptions to keep. */
  readonly isPicture: boolean;
  readonly onAgain: (options: JobOptions, onlySmaller?: boolean) => void;
}

/** Another try with one file: a step smaller, a step better, or just as one likes. */
export function TryAgain(props: TryAgainProps) {
  const { name, sourceBytes, result, isPicture, onAgain } = props;
  const { options } = result;
  const [chosen, setChosen] = useState<ChosenOptions | null>(null);
  const better = betterOptions(options);
  const about = <span className="sr-only">, {displayNameInText(name)}</span>;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-2 text-sm text-quiet">Made with: {madeWith(result)}</p>
        <Button
          variant="outline"
          size="sm"
          onClick={() => onAgain(smallerOptions(options, result.size), true)}
        >
          <Minus aria-hidden />
          Smaller file{about}
        </Button>
        {better && (
          <Button variant="outline" size="sm" onClick={() => onAgain(better)}>
            <Plus aria-hidden />
            Higher quality{about}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={chosen !== null}
          onClick={() =>
            setChosen(chosen ? null : { ...chosenOptionsOf(options), limitBytes: result.limitBytes })
          }
        >
          Other settings{about}
        </Button>
      </div>
      {chosen && (
        <div className="mt-4 grid gap-5">
          <PresetChooser value={chosen.preset} onChange={(preset) => setChosen({ ...chosen, preset })} />
          <LimitChooser
            legend="Maximum size"
            value={chosen.limitBytes}
            onChange={(limitBytes) => setChosen({ ...chosen, limitBytes })}
          />
          {isPicture && (
            <KeepChooser value={chosen.keep} onChange={(keep) => setChosen({ ...chosen, keep })} />
          )}
          <div>
            <Button
              variant="outline"
              onClick={() => {
                setChosen(null);
                onAgain(optionsFor({ size: sourceBytes }, chosen));
              }}
            >
              Compress again{about}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
