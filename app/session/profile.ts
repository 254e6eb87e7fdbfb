import { queryOptions } from '@tanstack/react-query';
import { QUERY_DEFAULTS } from './data-provider.tsx';

export interface Profile {
  readonly name: string;
  readonly picture?: string | null;
  readonly email: string;
}

/** The server answered, and not with a profile. */
class NoProfile extends Error {
  override readonly name = 'NoProfile';
  readonly status: number;

  constructor(status: number) {
    super(`The dashboard call answered ${status}.`);
    this.status = status;
  }
}

/** Who is signed in. Trouble on the server's side is tried again; a token that is not taken is not. */
export function profileQuery(token: string) {
  return queryOptions({
    queryKey: ['profile', token],
    queryFn: async ({ signal }): Promise<Profile> => {
      const response = await fetch('/api/protected/dashboard', {
        headers: { Authorization: `Bearer ${token}` },
        signal,
      });
      if (!response.ok) throw new NoProfile(response.status);
      const body = (await response.json()) as { user: Profile } | Profile;
      return 'user' in body ? body.user : body;
    },
    retry: (count, error) =>
      !(error instanceof NoProfile && error.status < 500) && count < QUERY_DEFAULTS.retry,
  });
}
