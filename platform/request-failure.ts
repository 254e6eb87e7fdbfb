import type { DeliveryFailureCode } from './contracts/deliveries.ts';

/** A request to an address of a client that got no answer. What breaks on our side is no such failure. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly code: DeliveryFailureCode;

  constructor(code: DeliveryFailureCode, options: { cause?: unknown } = {}) {
    super(`The address was not reached: ${code}`, options);
    this.code = code;
  }
}

/** What a failed connection means to its client. */
export function requestFailureOf(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  return new RequestFailure(meaningOf(String((error as { code?: unknown }).code ?? '')), { cause: error });
}

const NO_CONNECTION =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL|EACCES)$/;
/** Codes of Node and OpenSSL for certificates and the handshake. */
const NO_TRUST =
  /CERT|^ERR_(TLS|SSL)|SELF_SIGNED|^UNABLE_TO_|HOSTNAME_MISMATCH|^INVALID_(CA|PURPOSE)|^EPROTO$/;

function meaningOf(code: string): DeliveryFailureCode {
  if (NO_CONNECTION.test(code)) return 'not-connected';
  return NO_TRUST.test(code) ? 'not-trusted' : 'broken-off';
}
