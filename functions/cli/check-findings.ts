import type { CliRequest } from './arguments.ts';
import { exceedsSaving, type FileResult } from './file-result.ts';
import { describeSizes } from './messages.ts';

/**
 * What --check found, for the program that runs it.
 * @returns GitHub's annotations, one a line, or a JUnit file; "" for text, as the lines of the files say it all
 */
export function formatFindings(
  results: readonly FileResult[],
  { findingFormat, maxSaving }: Pick<CliRequest, 'findingFormat' | 'maxSaving'>,
): string {
  if (maxSaving === undefined || findingFormat === 'text') return '';
  const findings = results.map((result) => ({ result, finding: findingOf(result, maxSaving) }));
  return findingFormat === 'github' ? github(findings) : junit(findings);
}

interface Finding {
  readonly result: FileResult;
  /** What is wrong, or null. */
  readonly finding: string | null;
}

function findingOf(result: FileResult, maxSaving: number): string | null {
  if (result.status === 'failed') return result.error.message;
  if (!exceedsSaving(result, maxSaving) || !('report' in result)) return null;
  return `Could be smaller: ${describeSizes(result.report)}. Run featherpress --in-place on it.`;
}

/** Source: GitHub Actions, workflow commands. */
function github(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ result, finding }) => {
      if (finding === null) return [];
      const level = result.status === 'failed' ? 'warning' : 'error';
      return [`::${level} file=${property(result.file)},title=Featherpress::${data(finding)}\n`];
    })
    .join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function junit(findings: readonly Finding[]): string {
  const failures = findings.filter(({ finding }) => finding !== null).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites><testsuite name="featherpress" tests="${findings.length}" failures="${failures}">`,
    ...findings.map(({ result, finding }) => {
      const head = `<testcase classname="featherpress" name="${xml(result.file)}"`;
      return finding === null ? `${head}/>` : `${head}><failure message="${xml(finding)}"/></testcase>`;
    }),
    '</testsuite></testsuites>\n',
  ].join('\n');
}

/** Characters that XML 1.0 cannot hold become question marks: file names may have them. */
function xml(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
