/** What a key may be allowed to do. People who are signed in may do all of it. */
export const API_SCOPES = ['compress', 'jobs:read', 'share', 'webhooks'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Names of the scopes for people. */
export const SCOPE_NOTES: Readonly<Record<ApiScope, string>> = {
  compress: 'Send files, and end their jobs',
  'jobs:read': 'Ask for jobs and fetch results',
  share: 'Make, list and revoke links',
  webhooks: 'Be told when jobs end',
};
