/** Query parameter of the compress page: shared files are waiting. */
export const SHARED_PARAMETER = 'shared';
