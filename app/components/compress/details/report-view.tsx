import type { Change, CompressionReport, Kept, Skip } from '#engine/index.ts';
import { formatBytes } from '#platform/contracts/byte-size.ts';
import { scoreSentence } from '~/compressor/results/score-sentence.ts';

interface ReportViewProps {
  readonly report: CompressionReport;
  /** The file is as it was: nothing was changed, and there is nothing to score. */
  readonly untouched: boolean;
}

/** The engine's report for people: changed, kept, left alone and why, and how near it looks. */
export function ReportView({ report, untouched }: ReportViewProps) {
  const { changes, kept, skips, score, output } = report;
  // That a result is larger stands on its row.
  const hints = report.hints.filter(({ code }) => code !== 'larger-than-source');
  return (
    <div className="grid gap-x-8 gap-y-5 text-sm md:grid-cols-2 wide:grid-cols-[1.2fr_1fr_1.2fr]">
      <Part title="What changed" empty="Nothing. The file is unchanged.">
        {changes.map((change) => (
          <ChangeLine key={change.code} change={change} />
        ))}
      </Part>
      <div className="grid content-start gap-5">
        <Part title="What is kept" empty="Nothing to note.">
          {kept.map((each) => (
            <KeptLine key={each.feature} kept={each} />
          ))}
        </Part>
        {output?.files && (
          <Part title="Images of the set" empty="">
            {output.files.map(({ name, width, height, bytes }) => (
              <Line key={name} facts={[`${width} × ${height}`, formatBytes(bytes)]}>
                {name}
              </Line>
            ))}
          </Part>
        )}
      </div>
      <div className="grid content-start gap-5 md:max-wide:col-span-2">
        {!untouched && <Score score={score} />}
        {skips.length > 0 && (
          <Part title="Not changed" empty="">
            {skips.map((skip) => (
              <SkipLine key={skip.code} skip={skip} />
            ))}
          </Part>
        )}
        {hints.map(({ code, detail, bytes }) => (
          <p key={code}>
            <span className="font-semibold">Tip: </span>
            {detail}
            {bytes !== undefined && <span className="figures"> About {formatBytes(bytes)}.</span>}
          </p>
        ))}
      </div>
    </div>
  );
}

function Score({ score }: { readonly score: number | null }) {
  return (
    <div>
      <h4 className="font-sans text-sm font-semibold tracking-normal">Visual quality</h4>
      <p className="mt-1 flex items-baseline gap-3">
        <span className="figures shrink-0 font-display text-2xl font-bold tracking-tight">
          {score === null ? '100' : Math.floor(score)}
          <span className="font-sans text-sm font-medium tracking-normal text-quiet"> of 100</span>
        </span>
        <span className="text-quiet">{scoreSentence(score)}</span>
      </p>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly empty: string;
  readonly children: readonly JSX.Element[];
}

function Part({ title, empty, children }: PartProps) {
  return (
    <div>
      <h4 className="font-sans text-sm font-semibold tracking-normal">{title}</h4>
      {children.length === 0 ? (
        <p className="mt-1 text-quiet">{empty}</p>
      ) : (
        <ul className="mt-1 space-y-1.5 text-quiet">{children}</ul>
      )}
    </div>
  );
}

/** A sentence with what was counted at its end. */
function Line({ children, facts }: { readonly children: string; readonly facts: readonly string[] }) {
  return (
    <li>
      {children}
      {facts.length > 0 && (
        <span className="figures font-medium whitespace-nowrap text-ink"> {facts.join(' · ')}</span>
      )}
    </li>
  );
}

function ChangeLine({ change: { detail, count, savedBytes } }: { readonly change: Change }) {
  const facts = [
    ...(count === undefined ? [] : [`${count}\u00d7`]),
    ...(savedBytes === undefined || savedBytes <= 0 ? [] : [`${formatBytes(savedBytes)} saved`]),
  ];
  return <Line facts={facts}>{detail}</Line>;
}

function KeptLine({ kept: { detail, count } }: { readonly kept: Kept }) {
  return <Line facts={count === undefined ? [] : [String(count)]}>{detail}</Line>;
}

function SkipLine({ skip: { detail, count } }: { readonly skip: Skip }) {
  return <Line facts={count > 1 ? [`${count}\u00d7`] : []}>{detail}</Line>;
}
