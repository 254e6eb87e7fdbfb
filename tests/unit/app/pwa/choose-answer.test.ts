import { describe, expect, it } from 'vitest';
import { chooseAnswer } from '../../../../app/pwa/worker/choose-answer.ts';

const origin = 'https://press.example';
const ask = (path: string, parts: Partial<Parameters<typeof chooseAnswer>[0]> = {}) =>
  chooseAnswer(
    {
      method: 'GET',
      url: new URL(path, origin),
      mode: 'no-cors',
      destination: '',
      partial: false,
      cache: 'default',
      ...parts,
    },
    origin,
    ['/assets/engine-worker-1a2b.js', '/assets/pdfium-3c4d.wasm'],
  );

describe('the service worker', () => {
  it.each([
    '/api/stats',
    '/api/jobs/1/result',
    '/socket.io/?transport=websocket',
    '/s/abc',
    '/dev/identity',
    '/healthz',
    '/readyz',
    '/metrics',
    'https://elsewhere.example/assets/x.js',
  ])('leaves %s to the network, even as a page', (path) => {
    expect(ask(path)).toBe('network');
    expect(ask(path, { mode: 'navigate' })).toBe('network');
    expect(ask(path, { method: 'POST' })).toBe('network');
  });

  it.each(['/', '/api', '/compress?shared', '/blog/how-to-compress-pdf-for-email', '/login'])(
    'answers %s as a page',
    (path) => expect(ask(path, { mode: 'navigate', destination: 'document' })).toBe('page'),
  );

  it.each([
    ['/assets/root-1a2b.js', { destination: 'script' }, 'file'],
    ['/assets/root-1a2b.js', {}, 'file'],
    ['/portraits/ama-owusu.svg', { destination: 'image' }, 'file'],
    ['/manifest.json', { destination: 'manifest' }, 'file'],
    ['/manifest.json', {}, 'file'],
    ['/assets/engine-worker-1a2b.js', { destination: 'worker' }, 'engine-file'],
    ['/assets/pdfium-3c4d.wasm', {}, 'engine-file'],
    ['/assets/pdfium-3c4d.wasm', { cache: 'no-store' }, 'network'],
    ['/engine-files.json', {}, 'engine-list'],
    ['/__manifest?p=%2F&version=1', {}, 'routes'],
    ['/media/tutorial.webm', { destination: 'video', partial: true }, 'network'],
    ['/sw.js', {}, 'network'],
    ['/no-such-page.data', {}, 'network'],
    ['/compress', { method: 'POST', mode: 'navigate' }, 'shared-files'],
    ['/compress', { method: 'POST', mode: 'cors' }, 'network'],
    ['/login', { method: 'POST', mode: 'navigate' }, 'network'],
  ] as const)('answers %s %o as %s', (path, parts, answerer) => {
    expect(ask(path, parts)).toBe(answerer);
  });
});
