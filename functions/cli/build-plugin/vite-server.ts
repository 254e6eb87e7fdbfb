import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { KIND_INFO, kindOfExtension } from '#engine/api/kinds.ts';
import { splitRequest } from './picture-query.ts';
import type { QueryConverter } from './query-converter.ts';

/** What is used of Vite's server for development. */
export interface ViteServer {
  readonly config: {
    readonly root: string;
    readonly base: string;
    readonly publicDir: string;
    readonly server: { readonly fs: { readonly allow: readonly string[] } };
    readonly logger: { warn(text: string): void; error(text: string): void };
  };
  readonly middlewares: {
    use(answer: (request: IncomingMessage, response: ServerResponse, next: () => void) => void): unknown;
  };
}

/** Answers what a browser asks for by a query of ours, when it asks: the same address in scripts, styles and pages. */
export function serveQueries({ config, middlewares }: ViteServer, queries: QueryConverter): void {
  const { root, publicDir, base, logger } = config;
  const allowed = [root, ...config.server.fs.allow];

  /** @returns null for files that Vite itself would not serve, and for what is none of ours */
  const findQuery = (url: string) => {
    const request = splitRequest(url.startsWith(base) ? url.slice(base.length - 1) : url);
    // "?import" asks for the script that names the address.
    if (!request || new URLSearchParams(request.query).has('import')) return null;
    const path = decodeURI(request.path);
    const file = path.startsWith('/@fs/') ? pathOfSystem(path) : join(root, path);
    const isPublic = publicDir !== '' && existsSync(join(publicDir, path));
    if (isPublic || !allowed.some((folder) => isBelow(folder, file)) || !existsSync(file)) return null;
    const query = queries.read(file, request.query, root);
    return query && { file, query };
  };

  const answer = async (url: string, response: ServerResponse): Promise<boolean> => {
    const found = findQuery(url);
    if (!found) return false;
    const path = await queries.convert(found.file, found.query, root);
    const bytes = await readFile(path);
    for (const warning of queries.takeReport().warnings) logger.warn(`featherpress: ${warning}`);
    const kind = kindOfExtension(path);
    response.setHeader('Cache-Control', 'no-cache');
    if (kind !== null && kind !== 'legacy-ppt')
      response.setHeader('Content-Type', KIND_INFO[kind].mimeTypes[0]!);
    response.end(bytes);
    return true;
  };

  middlewares.use((request, response, next) => {
    answer(request.url ?? '/', response).then(
      (isDone) => isDone || next(),
      (error: unknown) => {
        logger.error(`featherpress: ${(error as Error).message}`);
        response
          .writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
          .end((error as Error).message);
      },
    );
  });
}

/** The path of a file that a page names. @param folder of the page */
export function pathOfAddress(address: string, folder: string, root: string): string | null {
  if (/^(?:[a-z][\w+.-]*:|\/\/)/i.test(address)) return null;
  return address.startsWith('/') ? join(root, address) : join(folder, address);
}

/** Of an address below "/@fs/", with the letter of a drive or without. */
function pathOfSystem(address: string): string {
  const path = address.slice('/@fs'.length);
  return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
}

function isBelow(folder: string, file: string): boolean {
  return join(file).startsWith(folder.endsWith(sep) ? folder : join(folder, sep));
}
