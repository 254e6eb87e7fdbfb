import type { CliRequest } from './arguments.ts';
import { resultRecord, type FileResult } from './file-result.ts';
import { describeResult } from './messages.ts';

/** Where lines go: data to standard output, and what is said about it beside it. */
export interface Output {
  describe(result: FileResult): string | undefined;
  result(result: FileResult, line: string | undefined): void;
  message(text: string): void;
}

/** Rules for a run over files and for a watched directory alike. */
export function outputOf(request: CliRequest): Output {
  const { destination, json, findingFormat, messages } = request;
  const isData = json || findingFormat !== 'text' || (destination.to === 'path' && destination.path === '-');
  const messageStream = isData ? process.stderr : process.stdout;
  return {
    describe: (result) => {
      if (json) return JSON.stringify(resultRecord(result));
      if (messages === 'quiet' && result.status !== 'failed') return undefined;
      return describeResult(result, request);
    },
    result: (result, line) => {
      if (line === undefined) return;
      if (json) process.stdout.write(`${line}\n`);
      else (result.status === 'failed' ? process.stderr : messageStream).write(`${line}\n`);
    },
    message: (text) => void messageStream.write(text),
  };
}
