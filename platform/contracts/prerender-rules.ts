/**
 * What a page with a drop zone asks of the browser at the first sign that files come: to make the compress page ready unseen.
 * The policy for scripts lets in this text alone. Source: HTML Standard, "Speculation rules".
 */
export const PRERENDER_RULES = '{"prerender":[{"urls":["/compress"]}]}';
