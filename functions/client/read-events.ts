import { within } from './stall-watch.ts';

/** One event of a stream of server-sent events. */
export interface ServerSentEvent {
  /** `message` where none is named. */
  readonly type: string;
  readonly data: string;
  /** The last id that the stream gave. */
  readonly id: string;
}

/**
 * The events of a stream as they come. An event that the stream cuts off is dropped.
 * @param silenceMs after which a stream from which nothing comes, not even a comment, has broken
 * @throws Error when it has
 * Source: https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<ServerSentEvent> {
  let [type, data, id] = ['', [] as string[], ''];
  for await (const line of linesOf(body, silenceMs)) {
    if (line === '') {
      if (data.length > 0) yield { type: type || 'message', data: data.join('\n'), id };
      [type, data] = ['', []];
      continue;
    }
    const [, name, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id') id = value;
  }
}

/** Lines without their ends, each of which is CRLF, LF or CR. */
async function* linesOf(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await within(silenceMs, reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      // A CR at the end may be half of a CRLF.
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      text = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
