/**
 * A part of a body, which is read from its start: stores hand out whole objects.
 * @param part first and last byte, both inclusive
 */
export async function* partOf(
  body: AsyncIterable<Uint8Array>,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of body) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (wanted.length > 0) yield wanted;
    at += chunk.length;
    if (at > end) return;
  }
}
