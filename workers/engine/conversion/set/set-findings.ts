import { change, hint, joinFindings } from '../../api/report/findings.ts';
import { RESULT_INFO } from '../../api/kinds.ts';
import type { Findings, TargetOutcome } from '../../api/report/report.ts';
import type { Size } from '../fit-inside.ts';
import { byFormat, setFile, type SetPicture } from './set-file.ts';

/** What is true of a set: each code once, as all of its pictures come from one. @param leftOut widths in px that the source has not */
export function setFindings(
  pictures: readonly SetPicture[],
  leftOut: readonly number[],
  source: Size,
): Partial<Findings> {
  const { score, changes, skips, kept } = joinFindings(...pictures.map(({ outcome }) => outcome));
  const target = targetOf(pictures);
  const { width, height } = pictures.at(-1)!;
  const labels = byFormat(pictures).map(({ kind }) => RESULT_INFO[kind].label);
  const widths = [...new Set(pictures.map((picture) => String(picture.width)))];
  return {
    score,
    ...(target ? { target } : {}),
    output: { kind: 'zip', width, height, files: pictures.map(setFile) },
    changes: [
      change('set-made', { values: { files: pictures.length, widths, formats: labels } }),
      ...changes
        .filter(({ code }) => code !== 'converted' && code !== 'scaled')
        .map(({ code, detail }) => ({ code, detail })),
    ],
    skips: skips.filter(({ code }) => code === 'part-failed'),
    kept: kept.map(({ feature, detail }) => ({ feature, detail })),
    hints:
      leftOut.length > 0
        ? [hint('widths-left-out', { values: { widths: leftOut.map(String), width: source.width } })]
        : [],
  };
}

/** Each picture has the target for itself; the largest says what can be reached. */
function targetOf(pictures: readonly SetPicture[]): TargetOutcome | undefined {
  const targets = pictures.flatMap(({ outcome }) => outcome.target ?? []);
  const missed = targets.filter(({ met }) => !met);
  if (missed.length === 0) return targets[0];
  const smallestBytes = Math.max(...missed.map((target) => target.smallestBytes ?? 0));
  return { ...missed[0]!, smallestBytes };
}
