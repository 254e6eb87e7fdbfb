import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { PERMANENT_REDIRECTS } from '../../../functions/web/redirects.ts';

const SOURCE = readFileSync(new URL('../../../functions/edge/viewer-request.js', import.meta.url), 'utf8');

interface Answer {
  readonly statusCode?: number;
  readonly headers?: { readonly location: { readonly value: string } };
  readonly uri?: string;
}
type Query = Readonly<Record<string, { value: string; multiValue?: readonly { value: string }[] }>>;

/** As CloudFront runs it: the file alone, with nothing of Node. */
function viewerRequest(uri: string, querystring: Query = {}): Answer {
  const event = { request: { method: 'GET', uri, querystring, headers: {}, cookies: {} } };
  return runInNewContext(`${SOURCE}; handler(event)`, { event }) as Answer;
}

describe('the function at the edge', () => {
  it('knows the same old addresses as the web server', () => {
    for (const [from, to] of Object.entries(PERMANENT_REDIRECTS)) {
      expect(viewerRequest(from)).toMatchObject({ statusCode: 301, headers: { location: { value: to } } });
    }
    expect(/MOVED = (\{.*?\})/.exec(SOURCE)?.[1]?.match(/': '/g)).toHaveLength(
      Object.keys(PERMANENT_REDIRECTS).length,
    );
  });

  it('keeps the query as it came', () => {
    const query: Query = {
      a: { value: '1', multiValue: [{ value: '1' }, { value: '%20x' }] },
      b: { value: '' },
    };
    expect(viewerRequest('/compressor.html', query).headers?.location.value).toBe('/compress?a=1&a=%20x&b');
  });

  it.each(['/metrics', '/readyz', '/healthz', '/metrics/', '/READYZ', '/Healthz//'])(
    'answers 404 for %s',
    (path) => {
      expect(viewerRequest(path).statusCode).toBe(404);
    },
  );

  it.each(['/', '/compress', '/assets/x.js', '/__proto__', '/constructor'])('lets %s through', (path) => {
    expect(viewerRequest(path)).toMatchObject({ uri: path });
    expect(viewerRequest(path).statusCode).toBeUndefined();
  });

  it('is within the size that CloudFront takes', () => {
    expect(SOURCE.length).toBeLessThan(10_240);
  });
});
