/**
 * Where a delivery is worked on: by the engines for all work, by the one that is kept free for small work of clients that hold no
 * other engine, or by the one for small work of those that do.
 */
export type Place = 'general' | 'express' | 'companion';
