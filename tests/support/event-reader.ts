/** One event as a client sees it. */
export interface ReadEvent {
  readonly name: string;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

/**
 * Reads server-sent events as the HTML Standard, section 9.2.6, says.
 * @param answer an open stream; it is let go of when the reader stops
 * @returns the events, and what else was sent, a block each
 */
export async function* readEvents(answer: Response): AsyncGenerator<ReadEvent & { readonly text: string }> {
  if (!answer.body) throw new Error('Expected a body to read events from');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/, 2) as [string, string]));
      const data = fields.get('data');
      if (data === undefined) continue;
      yield {
        name: fields.get('event') ?? 'message',
        id: fields.get('id') ?? '',
        data: JSON.parse(data) as Record<string, unknown>,
        text: block,
      };
    }
  }
}

/** All events until the stream ends. */
export async function allEvents(answer: Response): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const event of readEvents(answer)) events.push(event);
  return events;
}
