export const PUBLIC_JOB_ID_PREFIX = 'job_';

/** What others read in place of a job id: it opens nothing, see public-job-id.ts. */
export const PUBLIC_JOB_ID = /^job_[A-Za-z0-9_-]{22}$/;
