/**
 * Why an upload ends when its page is left within the site, to sign in for example: the server keeps what it has, and the next
 * page goes on there. Whatever else ends an upload means that nobody wants it any longer.
 */
export const PAGE_LEFT = 'page-left';
