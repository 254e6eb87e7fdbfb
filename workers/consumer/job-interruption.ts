/** Why a job in flight is aborted from outside the engine: its client is gone, or this worker stops and returns the message. */
export class JobInterruption extends Error {
  override readonly name = 'JobInterruption';
  readonly code: 'job-cancelled' | 'worker-stopping';

  constructor(code: 'job-cancelled' | 'worker-stopping') {
    super(code === 'job-cancelled' ? 'The job was cancelled' : 'The worker stops');
    this.code = code;
  }
}
