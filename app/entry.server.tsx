import { PassThrough, Transform } from 'node:stream';
import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceProvider } from './nonce.tsx';
import type { PageHandle } from './page-handle.ts';

/**
 * Content pages are the same for everyone for as long as a build lives; a cache at the edge may keep them for a minute
 * and show them for ten more while it asks again. Browsers ask each time.
 */
const CONTENT_CACHING = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
/** Their inline scripts carry the nonce of one answer. Kept in a browser's back and forward memory all the same. */
const INTERACTIVE_CACHING = 'private, no-cache';

const PRELOADED_SCRIPT = 'rel="modulepreload"';

/** How long deferred data may keep a page open. */
export const streamTimeout = 5_000;

/** Renders a page as a stream; robots get it in one piece, so that they see all of it. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const nonce = loadContext.cspNonce;
  const whole = isbot(request.headers.get('user-agent') ?? '');
  return new Promise((resolve, reject) => {
    let answered = false;
    const answer = () => {
      answered = true;
      // While developing, React would complain about what it did not write itself.
      const body = import.meta.env.DEV ? new PassThrough() : scriptsLast();
      headers.set('Content-Type', 'text/html; charset=utf-8');
      // A route that says how it is kept knows better.
      if (responseStatus === 200 && !headers.has('Cache-Control'))
        headers.set('Cache-Control', cachingOf(remixContext));
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: responseStatus }));
      pipe(body);
    };
    let responseStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={remixContext} url={request.url} {...(nonce ? { nonce } : {})} />
      </NonceProvider>,
      {
        ...(nonce ? { nonce } : {}),
        ...(whole ? { onAllReady: answer } : { onShellReady: answer }),
        onShellError: reject,
        onError(error: unknown) {
          responseStatus = 500;
          // Before the answer has begun the error rejects and is logged by the server.
          // eslint-disable-next-line no-console
          if (answered) console.error(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/**
 * Asks browsers for styles and fonts before scripts: the page is drawn without them. Remix's own elements take no
 * `fetchpriority`, so it is written in on the way; an element that the stream cuts in two keeps its usual place.
 */
function scriptsLast(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Byte for byte: a letter of several bytes may be cut as well.
      const html = chunk
        .toString('latin1')
        .replaceAll(PRELOADED_SCRIPT, `${PRELOADED_SCRIPT} fetchpriority="low"`);
      done(null, Buffer.from(html, 'latin1'));
    },
  });
}

function cachingOf({ staticHandlerContext, routeModules }: EntryContext): string {
  const interactive = staticHandlerContext.matches.some(
    ({ route }) => (routeModules[route.id]?.handle as PageHandle | undefined)?.interactive,
  );
  return interactive ? INTERACTIVE_CACHING : CONTENT_CACHING;
}
