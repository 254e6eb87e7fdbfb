/** A token that says whose it is, as ours do, and that nobody signed. */
export function sessionToken(sub: string, iat = 1): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  return [part({ alg: 'HS256', typ: 'JWT' }), part({ sub, iat, name: 'Ama Ménsah' }), 'unsigned'].join('.');
}
