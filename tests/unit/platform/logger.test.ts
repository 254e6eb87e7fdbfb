import { describe, expect, it } from 'vitest';
import { createLogger, type LogLevel } from '#platform/logger.ts';

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
        jobId: 'abc',
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
    expect(parsed()[0]).toMatchObject({ requestId: 'r1', jobId: 'j1' });
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
