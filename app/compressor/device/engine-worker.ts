/**
 * The engine as the page runs it: the very code of the server, with codecs that are WebAssembly.
 *
 * Served as `/assets/on-device.engine-worker-<hash>.js` with the headers of `platform/contracts/worker-policy.ts`; what it loads by kind
 * is `/assets/on-device.*.js` and `/assets/*.wasm`. `/engine-files.json` lists all of them with hashes and sizes, see
 * `infra/setup/engine-files.ts`.
 */
import { addresses } from 'virtual:engine-assets';
import { createBrowserCodecs } from '#engine/codecs/wasm/create-browser-codecs.ts';
import { answerTask, type Say } from './answer-task.ts';
import { holdLock } from './hold-lock.ts';
import { createPartLoader } from './part-loader.ts';
import type { EngineEnd, EngineTask } from './protocol.ts';

const parts = createPartLoader();
const codecs = createBrowserCodecs({
  // PDFium's is metered before it is compiled.
  loadAsset: (asset) => parts.load(addresses[asset], asset === 'pdfium' ? 'bytes' : 'module'),
  vipsScript: addresses['vips-script'],
  startThread: (thread) => say({ type: 'thread', ...thread }, [thread.port]),
  onStarted: () => say({ type: 'started' }),
});
const say: Say = (message, transfer = []) => self.postMessage(message, { transfer });

self.onmessage = ({ data }: MessageEvent<EngineTask | EngineEnd>) => {
  if (data.type === 'compress') void answerTask(data, { codecs, parts }, say);
  else void codecs.end().finally(() => say({ type: 'ended' }));
};
void holdLock().then((lock) => say({ type: 'ready', lock }));
