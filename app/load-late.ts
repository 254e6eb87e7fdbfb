const TRY_AGAIN_AFTER_MS = 500;

/**
 * Loads code on demand, and once more after half a second when that fails: most losses of a connection are short.
 * @throws what the second attempt rejects with
 */
export async function loadLate<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS));
    return load();
  }
}
