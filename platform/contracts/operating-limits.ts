/**
 * Numbers that the web process, the workers and the infrastructure must agree on.
 * What an operator may change is read in config.ts; these are the defaults and the fixed ones.
 */
export const OPERATING_LIMITS = {
  /** Spec section 5: "Each file must be less than 200MB". */
  maxFileBytes: 200 * 1024 * 1024,
  maxFilesPerSelection: 10,
  /** Parts of a multipart upload to the object store. */
  uploadPartBytes: 8 * 1024 * 1024,
  /** How long a received message stays hidden; a heartbeat extends it. */
  visibilityTimeoutSeconds: 60,
  heartbeatSeconds: 20,
  /** Engine runs of one job that end without an answer before the job fails. */
  maxAttempts: 3,
  /** Runs in all when the worker itself was lost each time: that says less about the file, since engines are processes apart. */
  maxLostAttempts: 5,
  /**
   * After this many receives a message goes to the dead-letter queue. Only a backstop: restarts and outages of a backend
   * cost receives too, and none of them is the fault of the file.
   */
  maxReceiveCount: 20,
  /**
   * Work of the engine before it falls back to cheaper settings, as it counts it, and the CPU time after which its process
   * is killed: it leaves room for slow cores and for what is not counted.
   */
  engineBudgetSeconds: 120,
  engineCpuSeconds: 600,
  /** Resident memory after which an engine process is killed. */
  engineMemoryBytes: 1_500 * 1024 * 1024,
  /** How long the web process waits for a job before it answers 503 (the job goes on being cleaned up). */
  jobWaitSeconds: 600,
  /** How long a direct upload may take from its permission to its completion. */
  uploadTokenSeconds: 3_600,
  /** How long an unfinished upload can be continued after its last bytes. */
  partialUploadSeconds: 3_600,
  resultTtlSeconds: 900,
  shareTtlSeconds: 86_400,
  /** The longest time of a share that may be asked for. */
  shareMaxSeconds: 7 * 86_400,
  /**
   * Uploads are answered 503 while a client with a single file has waited for so long: as long as a client may wait on
   * the line. How many wait does not matter, since workers come when it grows, nor how long one client's own line is.
   */
  maxQueueAgeSeconds: 600,
  /** Jobs that one address may have open at the same time, and their uploads together; signed in: five times that. */
  openJobs: 20,
  openBytes: 1024 ** 3,
  /** Bytes of uploads, results and shares that one address may keep here at the same time; signed in: five times that. */
  storedBytes: 2 * 1024 ** 3,
  /** Streams of events that one client may hold at the same time, in one web process. */
  maxEventStreamsPerClient: 50,
  /** How long a load balancer may keep a connection on which nothing is sent; web servers keep it a little longer. */
  idleConnectionSeconds: 120,
  /** How long a person stays signed in. */
  sessionSeconds: 7 * 24 * 3_600,
  /** Keys that an account may have, and links at the same time. */
  keysOfAccount: 20,
  sharesOfAccount: 200,
  /** Results behind one link, and letters of the folders that each lies in. */
  filesPerShare: 200,
  folderLetters: 1_000,
  /** What may be sent in a day of UTC for one account, and to one receiver (its host), by webhooks and results. */
  deliveryBytesOfAccount: 20 * 1024 ** 3,
  deliveryBytesOfReceiver: 100 * 1024 ** 3,
  /** `statsUpdate` at most so often. */
  maxStatsUpdatesPerSecond: 10,
  /** Connections of one address at the same time, where clients connect without a proxy: some 30 browsers. */
  maxConnectionsPerAddress: 200,
  /** Stats sockets of one address at the same time, in one web process: an office behind one address, not a flood. */
  maxStatsSocketsPerAddress: 50,
} as const;
