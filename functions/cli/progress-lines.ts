import type { FileResult } from './file-result.ts';

/** Shows a run while it goes on. */
export interface Progress {
  started(file: string): void;
  /** @param ratio 0 to 1 */
  moved(file: string, ratio: number): void;
  /** @param line what to print of it; undefined prints nothing */
  ended(result: FileResult, line: string | undefined): void;
  /** Removes what moves; further lines may follow. */
  close(): void;
}

/** Writes lines and shows nothing in between: for pipes and files. */
export function plainProgress(print: (result: FileResult, line: string) => void): Progress {
  return {
    started: () => {},
    moved: () => {},
    ended: (result, line) => {
      if (line !== undefined) print(result, line);
    },
    close: () => {},
  };
}

const REFRESH_MS = 100;
const BAR_CELLS = 20;
const USUAL_ROWS = 24;

/** One line for every file in work and one for all of them below what was printed. For a terminal. */
export function liveProgress(
  total: number,
  { terminal, print }: { terminal: NodeJS.WriteStream; print: (result: FileResult, line: string) => void },
): Progress {
  const show = replaceableLines(terminal);
  const running = new Map<string, number>();
  const begun = Date.now();
  let ended = 0;
  const draw = (): void => {
    const lines = [...running].map(([file, ratio]) => `${bar(ratio)} ${fitting(file, terminal.columns)}`);
    const inWork = [...running.values()].reduce((sum, ratio) => sum + ratio, 0);
    show([...lines, totalLine(ended, total, timeLeft(begun, ended + inWork, total))]);
  };
  const timer = setInterval(draw, REFRESH_MS);
  return {
    started: (file) => void running.set(file, 0),
    moved: (file, ratio) => void running.set(file, ratio),
    ended: (result, line) => {
      running.delete(result.file);
      ended += 1;
      if (line === undefined) return;
      show([]);
      print(result, line);
      draw();
    },
    close: () => {
      clearInterval(timer);
      show([]);
    },
  };
}

/** Shows lines in the place of those before. */
function replaceableLines(terminal: NodeJS.WriteStream): (lines: readonly string[]) => void {
  let shown = 0;
  return (lines) => {
    // Up by lines and to the end of the screen. Source: ECMA-48, CUU and ED.
    const erase = shown > 0 ? `\u001b[${shown}A\u001b[J` : '';
    const fitting = lines.slice(1 - (terminal.rows || USUAL_ROWS));
    // Without DECAWM the terminal cuts what is too wide, and a line stays one.
    const text = fitting.map((line) => `\u001b[?7l${line}\u001b[?7h\n`).join('');
    if (erase + text) terminal.write(erase + text);
    shown = fitting.length;
  };
}

function bar(ratio: number): string {
  const full = Math.round(ratio * BAR_CELLS);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${String(Math.round(ratio * 100)).padStart(3)} %`;
}

/** The end of a path says more than its beginning. */
function fitting(file: string, columns = 80): string {
  const room = Math.max(10, columns - BAR_CELLS - 10);
  return file.length <= room ? file : `…${file.slice(1 - room)}`;
}

function totalLine(ended: number, total: number, left: string): string {
  return `${ended} of ${total} ${total === 1 ? 'file' : 'files'}${left}`;
}

/** From the share of files that is done; "" in the first seconds, when it says nothing. */
function timeLeft(begun: number, done: number, total: number): string {
  const elapsed = Date.now() - begun;
  if (elapsed < 2000 || done < 0.05) return '';
  const seconds = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  const minutes = Math.floor(seconds / 60);
  return `, ${minutes > 0 ? `${minutes} min ` : ''}${seconds % 60} s left`;
}
