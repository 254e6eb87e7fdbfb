/** For tests: the client of another service, which is found from this folder alone and has types of its own only there. */
import { createRequire } from 'node:module';

interface TinifySource {
  resize(options: object): TinifySource;
  preserve(...what: string[]): TinifySource;
  convert(options: object): TinifySource;
  toBuffer(): Promise<Uint8Array>;
}

interface Tinify {
  key: string;
  proxy: string;
  readonly compressionCount: number;
  readonly Client: { API_ENDPOINT: string; CA_BUNDLE: string };
  readonly AccountError: new () => Error;
  readonly ClientError: new () => Error;
  fromBuffer(bytes: Uint8Array): TinifySource;
  fromUrl(url: string): TinifySource;
  validate(): Promise<void>;
}

/** @throws Error where the packages of this folder are not installed */
export function loadTinify(): Tinify {
  return (createRequire(import.meta.url)('tinify') as { readonly default: Tinify }).default;
}
