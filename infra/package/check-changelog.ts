/**
 * Checks that a changelog tells what is new in a version.
 * @throws Error where it has no such heading, or nothing below it
 */
export function checkChangelog(changelog: string, version: string): void {
  const [, news = ''] = changelog.split(`\n## ${version}\n`);
  const [told = ''] = news.split('\n## ', 1);
  if (told.trim() === '')
    throw new Error(`functions/cli/package/CHANGELOG.md does not tell what is new in ${version}.`);
}
