import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { comesFromThisMachine } from '../http/this-machine.ts';

/** Who may look inside: METRICS_TOKEN, and the machine itself where that is allowed. */
export interface OperatorAccess {
  readonly token: string | undefined;
  /** Whether the machine itself needs no token. */
  readonly onLoopback: boolean;
}

/** Whether a request comes from the operator of the server. */
export function isOperator(request: Request, { token, onLoopback }: OperatorAccess): boolean {
  if (onLoopback && comesFromThisMachine(request)) return true;
  const shown = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && shown !== undefined && sameSecret(shown, token);
}

function sameSecret(shown: string, expected: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
