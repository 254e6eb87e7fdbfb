/** For tests: the packages of infra/emulators/package.json are found from this folder alone. */
export { FileStore } from '@tus/file-store';
export { Server } from '@tus/server';
export { Upload } from 'tus-js-client';
