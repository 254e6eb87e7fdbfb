/**
 * The pool that works on a delivery: the engines for all work, the express engine for small work of clients that hold no other
 * engine, or the companion for small work of clients that do.
 */
export type PoolName = 'general' | 'express' | 'companion';
