/** Names the open page that makes a call, at random: people behind one address take turns by it. */
export const PAGE_HEADER = 'X-Page';
