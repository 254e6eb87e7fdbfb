/**
 * Why an upload ends when its page is left within the site, to sign in for example: the server keeps what it has, and the next
 * page goes on there. Any other end of an upload means that it is no longer wanted.
 */
export const PAGE_LEFT = 'page-left';
