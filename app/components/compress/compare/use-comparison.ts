import { useEffect, useState } from 'react';
import { compareFiles } from '~/compressor/compare/comparison.ts';
import type { Comparison, Pair } from '~/compressor/compare/pair.ts';
import type { FinishedItem } from '~/compressor/queue/queue-state.ts';
import { loadLate } from '~/load-late.ts';

interface ComparisonState {
  readonly comparison: Comparison | null;
  /** What is shown; stays until the next page is drawn. */
  readonly pair: Pair | null;
  /** Says why nothing can be shown. */
  readonly problem: string | null;
}

/** Opens a result beside its original, and one of its pages; gives everything back in the end. */
export function useComparison({ file, state: { result } }: FinishedItem, index: number): ComparisonState {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const [pair, setPair] = useState<Pair | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    let opened: Comparison | null = null;
    loadLate(() => compareFiles(file, result)).then(
      (made) => {
        opened = made;
        if (gone) made.close();
        else setComparison(made);
      },
      () => gone || setProblem('The two files cannot be compared here. Your result is not affected.'),
    );
    return () => {
      gone = true;
      opened?.close();
    };
  }, [file, result]);

  useEffect(() => {
    if (!comparison || comparison.count === 0) return;
    let gone = false;
    comparison.open(index).then(
      (made) => {
        if (gone) emptyCanvases(made);
        else setPair(made);
      },
      () => gone || setProblem('This page cannot be shown in your browser.'),
    );
    return () => {
      gone = true;
    };
  }, [comparison, index]);

  useEffect(() => (pair ? () => emptyCanvases(pair) : undefined), [pair]);

  const nothing = 'No image in this presentation changed; the file was packed more tightly.';
  return { comparison, pair, problem: comparison?.count === 0 ? nothing : problem };
}

/** Their memory goes at once, not when the browser comes to look. */
function emptyCanvases({ before, after }: Pair): void {
  for (const shown of [before, after]) if ('canvas' in shown) shown.canvas.width = shown.canvas.height = 0;
}
