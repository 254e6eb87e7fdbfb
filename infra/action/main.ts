import { appendFileSync, readFileSync } from 'node:fs';
import { pickEnvironment } from '#platform/process-environment.ts';
import { runAction, type ActionInputs } from './run-action.ts';

/** The GitHub action: reads what GitHub hands over, and ends with 1 where the check fails. */
const environment = pickEnvironment([
  ...['INPUT_MODE', 'INPUT_PATHS', 'INPUT_MAX-SAVING', 'INPUT_ARGUMENTS', 'INPUT_COMMAND', 'INPUT_TOKEN'],
  ...['GITHUB_API_URL', 'GITHUB_EVENT_PATH', 'GITHUB_OUTPUT', 'GITHUB_REPOSITORY', 'GITHUB_STEP_SUMMARY'],
]);
const lines = (text = '') => text.split(/\r?\n/).filter((line) => line.trim() !== '');

interface PullRequest {
  readonly number: number;
  readonly base: { readonly sha: string };
  readonly head: { readonly ref: string; readonly repo: { readonly full_name: string } | null };
}

const event = environment.GITHUB_EVENT_PATH
  ? (JSON.parse(readFileSync(environment.GITHUB_EVENT_PATH, 'utf8')) as { pull_request?: PullRequest })
  : {};
const pull = event.pull_request;
const repository = environment.GITHUB_REPOSITORY ?? '';
const inputs: ActionInputs = {
  mode: environment.INPUT_MODE ?? 'check',
  paths: lines(environment.INPUT_PATHS ?? '.'),
  maxSaving: environment['INPUT_MAX-SAVING'] ?? '10%',
  command: [environment.INPUT_COMMAND ?? 'node_modules/.bin/featherpress'],
  arguments: lines(environment.INPUT_ARGUMENTS),
  ...(pull
    ? {
        pullRequest: {
          baseSha: pull.base.sha,
          branch: pull.head.ref,
          isFork: pull.head.repo?.full_name !== repository,
          comments: `${environment.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${repository}/issues/${pull.number}/comments`,
          token: environment.INPUT_TOKEN ?? '',
        },
      }
    : {}),
  summary: (text) => {
    if (environment.GITHUB_STEP_SUMMARY) appendFileSync(environment.GITHUB_STEP_SUMMARY, text);
  },
  output: (name, value) => {
    if (environment.GITHUB_OUTPUT) appendFileSync(environment.GITHUB_OUTPUT, `${name}=${value}\n`);
  },
};

try {
  process.exitCode = await runAction(inputs);
} catch (error) {
  console.log(`::error title=Featherpress::${(error as Error).message.replaceAll('\n', ' ')}`);
  process.exitCode = 1;
}
