import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { pythonWith } from '../python.ts';

/** What qpdf reads in a form: values, states, marks and attached files by name and place. */
type Held = Readonly<Record<string, unknown>>;

export interface FilledForm {
  readonly pdf: Uint8Array;
  readonly held: Held;
}

export const FILLERS = ['pypdf', 'qpdf', 'mupdf'] as const;
type Filler = (typeof FILLERS)[number];

/**
 * Has one half of a form of `twinForm` filled in by each program. MuPDF and qpdf also stamp a page and change its form and its mark.
 * @returns for each form what it holds `before`, and after each program
 */
export function fillForms(
  forms: readonly Uint8Array[],
  half: string,
): Record<'before' | Filler, FilledForm>[] {
  const folder = temporaryFolder();
  const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const fileOf = (form: number, state: string) => join(folder, `${form}-${state}.pdf`);
  forms.forEach((pdf, form) => writeFileSync(fileOf(form, 'before'), pdf));
  const byMupdf = forms.flatMap((_, form) => [fileOf(form, 'before'), fileOf(form, 'mupdf'), half]);
  execFileSync('mutool', ['run', program('fill-forms.js'), ...byMupdf], { stdio: 'pipe' });
  const states = ['before', ...FILLERS] as const;
  const tasks = forms.flatMap((_, form) =>
    states.map((state) => ({
      program: state,
      source: fileOf(form, 'before'),
      target: fileOf(form, state),
      half,
    })),
  );
  const answer = execFileSync(pythonWith('pikepdf, pypdf'), [program('fill-forms.py')], {
    input: JSON.stringify(tasks),
    encoding: 'utf8',
  });
  const held = JSON.parse(answer) as Held[];
  const filled = tasks.map(({ target }, i) => ({
    pdf: new Uint8Array(readFileSync(target)),
    held: held[i]!,
  }));
  return forms.map((_, form) => {
    const [before, pypdf, qpdf, mupdf] = filled.slice(form * states.length);
    return { before: before!, pypdf: pypdf!, qpdf: qpdf!, mupdf: mupdf! };
  });
}
