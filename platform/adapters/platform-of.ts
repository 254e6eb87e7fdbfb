/** Closes all, even if one fails; then throws the first failure. */
export async function closeAll(closable: readonly { close(): Promise<void> }[]): Promise<void> {
  const results = await Promise.allSettled(closable.map((each) => each.close()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
