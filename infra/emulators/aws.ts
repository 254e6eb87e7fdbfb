/** For tests: the packages of infra/emulators/package.json are found from this folder alone. */
export { buildApp } from 'fauxqs';
export type { FastifyInstance } from 'fastify';
