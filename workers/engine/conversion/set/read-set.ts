import { readZipDirectory } from '../../containers/zip/zip-directory.ts';

/** A file of a set: a picture, its list or its HTML. */
export interface SetEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files of a set. @param archive as `compress` returns it @throws EngineError "damaged" */
export function readSet(archive: Uint8Array): SetEntry[] {
  return readZipDirectory(archive).map(({ name, packed }) => ({ name, bytes: packed }));
}
