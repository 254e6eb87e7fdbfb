import { ByteSink } from './byte-sink.ts';

/** RunLengthDecode (ISO 32000-1, 7.4.5). @throws EngineError "limit-exceeded" past maxBytes */
export function decodeRunLength(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const sink = new ByteSink(bytes.length * 4, maxBytes);
  for (let pos = 0; pos < bytes.length;) {
    const code = bytes[pos++]!;
    if (code === 128) break;
    if (code < 128) {
      const chunk = bytes.subarray(pos, pos + code + 1);
      sink.room(chunk.length).set(chunk, sink.length);
      sink.length += chunk.length;
      pos += code + 1;
    } else if (pos < bytes.length) {
      const count = 257 - code;
      sink.room(count).fill(bytes[pos++]!, sink.length, sink.length + count);
      sink.length += count;
    }
  }
  return sink.result();
}
