/** Loaded into a server before all else, in the place of its line to Google: tokens are checked against a test's certificates. */
import { OAuth2Client } from 'google-auth-library';

type Certificates = Awaited<ReturnType<OAuth2Client['getFederatedSignonCertsAsync']>>;

OAuth2Client.prototype.getFederatedSignonCertsAsync = () =>
  Promise.resolve({
    certs: JSON.parse(process.env.E2E_GOOGLE_CERTIFICATES ?? '{}') as Certificates['certs'],
    format: 'PEM' as Certificates['format'],
  });
