import { describe, expect, it } from 'vitest';
import { readEvents, type ServerSentEvent } from '#functions/client/read-events.ts';

const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

async function eventsIn(body: ReadableStream<Uint8Array>, silenceMs = 10_000): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(body, silenceMs)) events.push(event);
  return events;
}

describe('reading server-sent events', () => {
  it.each([
    ['line feeds', 'event: a\nid: 1\ndata: {"x":1}\n\n'],
    ['carriage returns', 'event: a\rid: 1\rdata: {"x":1}\r\r\r'],
    ['both', 'event: a\r\nid: 1\r\ndata: {"x":1}\r\n\r\n'],
    ['no space', 'event:a\nid:1\ndata:{"x":1}\n\n'],
    ['comments and fields of others', ':\n\n: hello\nretry: 5\nevent: a\nid: 1\nmore: 2\ndata: {"x":1}\n\n'],
  ])('takes lines that end in %s', async (_name, text) => {
    expect(await eventsIn(streamOf(text))).toEqual([{ type: 'a', id: '1', data: '{"x":1}' }]);
  });

  it('takes a stream that is cut anywhere, also within a letter and a line end', async () => {
    const bytes = new TextEncoder().encode('event: a\r\ndata: Südsee\r\n\r\n');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await eventsIn(body)).toEqual([{ type: 'a', id: '', data: 'Südsee' }]);
  });

  it('joins lines of data, keeps the last id, and drops what has no end', async () => {
    const events = await eventsIn(
      streamOf('id: 7\ndata: a\ndata: b\n\n', 'data: c\n\nevent: late\ndata: d\n'),
    );
    expect(events).toEqual([
      { type: 'message', id: '7', data: 'a\nb' },
      { type: 'message', id: '7', data: 'c' },
    ]);
  });

  it('gives up a stream from which nothing comes', async () => {
    let cancelled = false;
    const silent = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
    await expect(eventsIn(silent, 10)).rejects.toThrow('Nothing came for 10 ms.');
    expect(cancelled).toBe(true);
  });
});
