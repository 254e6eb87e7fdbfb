import { describe, expect, it } from 'vitest';
import { createLogger, type LogLevel } from '#platform/logger.ts';
import { publicJobIdOf } from '#platform/public-job-id.ts';

function collect(level?: LogLevel) {
  const lines: string[] = [];
  const logger = createLogger({
    ...(level ? { level } : {}),
    write: (line) => lines.push(line),
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
  return { logger, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('createLogger', () => {
  it('writes one JSON object a line with time, level, event and fields', () => {
    const { logger, lines, parsed } = collect();
    logger.info('job.completed', { jobId: 'abc', outputBytes: 12 });
    expect(lines[0]?.endsWith('\n')).toBe(true);
    expect(parsed()).toEqual([
      {
        time: '2026-01-02T03:04:05.000Z',
        level: 'info',
        event: 'job.completed',
        jobId: publicJobIdOf('abc'),
        outputBytes: 12,
      },
    ]);
  });

  it('leaves out lines below its level', () => {
    const { logger, parsed } = collect('warn');
    logger.debug('a');
    logger.info('b');
    logger.warn('c');
    logger.error('d');
    expect(parsed().map((line) => line.event)).toEqual(['c', 'd']);
  });

  it('adds the fields of a child to every line', () => {
    const { logger, parsed } = collect();
    logger.child({ requestId: 'r1' }).child({ jobId: 'j1' }).info('x');
    expect(parsed()[0]).toMatchObject({ requestId: 'r1', jobId: publicJobIdOf('j1') });
  });

  it.each([
    'no such file: /data/objects/results/ID',
    '/data/objects/jobs/ID.json',
    'outbox/1795606478000.ID.webhook',
    'https://store.example/bucket/uploads/ID?partNumber=1',
    'deliveries/ID/webhook.json',
    '/s/ID',
  ])('writes the public id of a job in place of its id: %s', (text) => {
    const { logger, lines } = collect();
    const id = 'Vf0nZ1f0QxGtbnXPjZ3b2g';
    const error = new Error(text.replace('ID', id), { cause: { key: text.replace('ID', id) } });
    logger.error('failed', { jobId: id, error });
    expect(lines[0]).not.toContain(id);
    expect(lines[0]!.split(publicJobIdOf(id))).toHaveLength(4);
  });

  it('describes errors with code and cause', () => {
    const { logger, parsed } = collect();
    const error = Object.assign(new Error('gone', { cause: new Error('why') }), { code: 'ENOENT' });
    logger.error('failed', { error });
    expect(parsed()[0]?.error).toMatchObject({ code: 'ENOENT', message: 'gone', cause: { message: 'why' } });
  });

  it.each(['fileName', 'token', 'credential', 'Authorization', 'email'])(
    'hides the field %s at any depth',
    (field) => {
      const { logger, lines } = collect();
      logger.info('x', { record: { [field]: 'private' } });
      expect(lines[0]).not.toContain('private');
      expect(lines[0]).toContain('[hidden]');
    },
  );
});
