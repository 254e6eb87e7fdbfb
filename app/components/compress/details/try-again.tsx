import { useState } from 'react';
import { Minus, Plus } from '~/components/ui/late-icons.tsx';
import { isPictureKind } from '#engine/api/kinds.ts';
import { SIZE_OPTIONS, type JobOptions, type OutputFormat } from '#engine/api/options.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { betterOptions, smallerOptions } from '~/compressor/queue/next-try.ts';
import type { ListedResult } from '~/compressor/queue/queue-state.ts';
import { optionsFor, chosenOptionsOf, type ChosenOptions } from '~/compressor/queue/chosen-options.ts';
import { isSet } from '~/compressor/results/set-result.ts';
import { isUnchanged } from '~/compressor/results/unchanged-reason.ts';
import { Button } from '~/components/ui/button.tsx';
import { displayNameInText } from '~/compressor/selection/display-name.ts';
import ImageChooser from '../image-chooser.tsx';
import KeepChooser from '../keep-chooser.tsx';
import { LimitChooser } from '../limit-chooser.tsx';
import { PresetChooser } from '../preset-chooser.tsx';
import { madeWith } from '../made-with.ts';

interface TryAgainProps {
  readonly file: File;
  /** The result on the page. */
  readonly result: ListedResult;
  readonly onAgain: (options: JobOptions, onlySmaller?: boolean) => void;
}

/** What the image takes in a format, as far as a result and its report tell. */
function knownSizes({ options, size, report }: ListedResult): Partial<Record<OutputFormat, string>> {
  const { format = 'same', widths, targetBytes } = options;
  const webp = report?.hints.find(({ code }) => code === 'photo-as-webp')?.bytes;
  const isScaled = SIZE_OPTIONS.some((name) => options[name] !== undefined);
  return {
    ...(webp === undefined ? {} : { webp: `about ${formatBytes(webp)}` }),
    ...(widths || targetBytes || isScaled ? {} : { [format]: formatBytes(size) }),
  };
}

/** What is opened below the buttons. */
type Panel = 'images' | 'settings';

/** Another try with one file: a step smaller, a step better, or just as one likes. */
export function TryAgain(props: TryAgainProps) {
  const { file, result, onAgain } = props;
  const { options, kind } = result;
  const [chosen, setChosen] = useState<ChosenOptions | null>(null);
  const [panel, setPanel] = useState<Panel | null>(null);
  const open = (which: Panel) => {
    const isOpen = panel === which;
    setPanel(isOpen ? null : which);
    setChosen(isOpen ? null : { ...chosenOptionsOf(options), limitBytes: result.limitBytes });
  };
  // What came back as it was is not better with more quality.
  const better = isUnchanged(file, result) || isSet(result) ? null : betterOptions(options);
  const about = <span className="sr-only">, {displayNameInText(file.name)}</span>;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-2 text-sm text-quiet">Made with: {madeWith(file, result)}</p>
        {!isSet(result) && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => onAgain(smallerOptions(options, result.size), true)}
          >
            <Minus aria-hidden />
            Smaller file{about}
          </Button>
        )}
        {better && (
          <Button variant="outline" size="sm" onClick={() => onAgain(better)}>
            <Plus aria-hidden />
            Higher quality{about}
          </Button>
        )}
        {isPictureKind(kind) && (
          <Button variant="ghost" size="sm" aria-expanded={panel === 'images'} onClick={() => open('images')}>
            Change format or size{about}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={panel === 'settings'}
          onClick={() => open('settings')}
        >
          Other settings{about}
        </Button>
      </div>
      {chosen && (
        <div className="mt-4 grid gap-5">
          {panel === 'images' ? (
            <ImageChooser
              value={chosen.images}
              preset={chosen.preset}
              known={knownSizes(result)}
              onChange={(images) => setChosen({ ...chosen, images })}
            />
          ) : (
            <>
              <PresetChooser value={chosen.preset} onChange={(preset) => setChosen({ ...chosen, preset })} />
              <LimitChooser
                legend="Maximum size"
                value={chosen.limitBytes}
                onChange={(limitBytes) => setChosen({ ...chosen, limitBytes })}
              />
              {isPictureKind(kind) && (
                <KeepChooser value={chosen.keep} onChange={(keep) => setChosen({ ...chosen, keep })} />
              )}
            </>
          )}
          <div>
            <Button
              variant="outline"
              onClick={() => {
                setChosen(null);
                setPanel(null);
                onAgain(optionsFor({ file, kind }, chosen));
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
