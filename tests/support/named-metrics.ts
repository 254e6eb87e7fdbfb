import { fileURLToPath } from 'node:url';

/** Files that name metrics, for people and for Prometheus. */
export const OBSERVABILITY_FILES = [
  'infra/observability/dashboard.json',
  'infra/observability/alerts.yml',
  'docs/runbooks.md',
].map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)));

/** Names of metrics of ours and of the process in a text, each once. */
export function metricsNamedIn(text: string): string[] {
  const names = text.match(/\b(featherpress|process|nodejs)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names)].sort();
}
