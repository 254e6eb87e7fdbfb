/** One call of a backend, as it ended: for metrics, and for tests that count. */
export interface BackendCall {
  readonly service: 's3' | 'sqs' | 'redis';
  /** In the words of the service, such as "PutObject" or "hgetall". */
  readonly operation: string;
  readonly seconds: number;
  /** Whether it gave no answer, or an error that is none of ours: a missing object is an answer. */
  readonly failed: boolean;
}

/** Told of every call. Must not throw. */
export type OnBackendCall = (call: BackendCall) => void;
