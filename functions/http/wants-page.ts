import type { Request } from 'express';

/** Programs that draw a card of a link in a chat; many of them take anything. */
const CARD_MAKERS =
  /bot\b|facebookexternalhit|whatsapp|slack|telegram|discord|skype|linkedin|embedly|iframely|preview/i;

/** Whether a request is answered with a page about a thing rather than the thing: by browsers, and for cards of a link. */
export function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html' || CARD_MAKERS.test(request.get('User-Agent') ?? '');
}
