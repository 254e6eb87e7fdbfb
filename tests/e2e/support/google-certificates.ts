/** Loaded into a server before all else, in the place of its line to Google: tokens are checked against a test's keys. */
const askAnyone = globalThis.fetch;

globalThis.fetch = (input, init) =>
  String(input) === 'https://www.googleapis.com/oauth2/v3/certs'
    ? Promise.resolve(Response.json(JSON.parse(process.env.E2E_GOOGLE_CERTIFICATES ?? '{}')))
    : askAnyone(input, init);
