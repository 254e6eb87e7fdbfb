/** By it the comment of an earlier run is found. */
const MARK = '<!-- featherpress -->';
/** GitHub lists no more comments at once, the oldest first. */
const PAGE = 100;

interface Comment {
  readonly url: string;
  readonly body?: string;
}

/**
 * Writes the table into the pull request: over the comment of an earlier run, else as a new one where there is something to tell.
 * @param comments address of its comments
 * @throws Error when GitHub refuses it
 */
export async function commentOn(
  { comments, token }: { readonly comments: string; readonly token: string },
  table: string,
  isWorthwhile: boolean,
): Promise<void> {
  const call = async (method: string, url: string, body?: object): Promise<unknown> => {
    const answer = await fetch(url, {
      method,
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok)
      throw new Error(
        `The comment could not be written (${answer.status}): the job needs "pull-requests: write".`,
      );
    return answer.json();
  };
  const findOwn = async (page = 1): Promise<Comment | undefined> => {
    const earlier = (await call('GET', `${comments}?per_page=${PAGE}&page=${page}`)) as Comment[];
    const own = earlier.find(({ body }) => body?.startsWith(MARK));
    return own ?? (earlier.length < PAGE ? undefined : findOwn(page + 1));
  };
  const own = await findOwn();
  const body = `${MARK}\n${table}`;
  if (own) await call('PATCH', own.url, { body });
  else if (isWorthwhile) await call('POST', comments, { body });
}
