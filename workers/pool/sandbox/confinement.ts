/** What one engine process may have, whatever holds it to that. All paths absolute and without symbolic links. */
export interface Confinement {
  /** The only place to write, and its working directory. */
  readonly folder: string;
  /** Files and folders of code that it may read. */
  readonly readable: readonly string[];
  /** The compiled code among them, which its start alone may write, where nothing else forbids it [none]. */
  readonly compiled?: string | undefined;
  /** Resident memory at which it is killed, in bytes; what it may map is derived from it. */
  readonly memoryBytes: number;
}
