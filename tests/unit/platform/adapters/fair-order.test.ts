import { describe, expect, it } from 'vitest';
import { FairOrder, type Waiting } from '#platform/adapters/embedded/fair-order.ts';

/** Takes everything, one engine, and says whose message each turn was. `actual` is what the work of a client really takes. */
function serve(waiting: Waiting[], actual: Record<string, number> = {}, order = new FairOrder()): string[] {
  const left = [...waiting];
  const turns: string[] = [];
  for (let now = 1_000; left.length > 0;) {
    const next = order.next(left, now)!;
    left.splice(left.indexOf(next), 1);
    order.taken(next);
    const seconds = actual[next.client] ?? next.workSeconds;
    now += seconds * 1000;
    order.ended(next, seconds);
    turns.push(next.client);
  }
  return turns;
}

const many = (client: string, count: number, workSeconds = 1): Waiting[] =>
  Array.from({ length: count }, (_, at) => ({ client, session: '', workSeconds, sentAt: at / 1000 }));

describe('the fair order', () => {
  it('lets clients take turns, however much one of them sends', () => {
    expect(
      serve([...many('flood', 6), ...many('a', 2)])
        .slice(0, 4)
        .sort(),
    ).toEqual(['a', 'a', 'flood', 'flood']);
  });

  it('shares work and not turns', () => {
    const turns = serve([...many('decks', 3, 8), ...many('photos', 16, 1)]);
    expect(turns.slice(0, 10).filter((client) => client === 'photos').length).toBeGreaterThanOrEqual(8);
  });

  it('charges what the work took when it was expected to be small', () => {
    // Each hostile file says 0.5 s and takes 5.
    const turns = serve([...many('hostile', 8, 0.5), ...many('honest', 20, 0.5)], { hostile: 5 });
    expect(turns.slice(0, 12).filter((client) => client === 'hostile').length).toBeLessThanOrEqual(2);
  });

  it('takes the smallest work of a client first', () => {
    const order = new FairOrder();
    const work = [5, 0.1, 2].map((workSeconds) => ({ client: 'a', session: '', workSeconds, sentAt: 0 }));
    expect(order.next(work, 0)?.workSeconds).toBe(0.1);
  });

  it('lets people behind one address take turns, and gives them no more turns than another address', () => {
    const office = (session: string, count: number) =>
      many('office', count).map((each) => ({ ...each, session }));
    const order = new FairOrder();
    const left = [...office('ada', 8), ...office('bob', 2), ...many('home', 4)];
    const turns: string[] = [];
    while (left.length > 0) {
      const next = order.next(left, 1_000)!;
      left.splice(left.indexOf(next), 1);
      order.taken(next);
      turns.push(next.session || next.client);
    }
    expect(turns.slice(0, 8).sort()).toEqual(['ada', 'ada', 'bob', 'bob', 'home', 'home', 'home', 'home']);
  });

  it('lets a new client wait for no backlog and keep no turns', () => {
    const order = new FairOrder();
    serve(many('flood', 50), {}, order);
    const backlog = many('flood', 10);
    order.taken(backlog[0]!);
    expect(order.next([...backlog, ...many('new', 10)], 0)?.client).toBe('new');
    expect(
      serve([...backlog, ...many('new', 10)], {}, order)
        .slice(0, 8)
        .filter((client) => client === 'flood'),
    ).toHaveLength(4);
  });

  it('takes what has waited a minute before new clients without end', () => {
    const order = new FairOrder();
    const old: Waiting = { client: 'large', session: '', workSeconds: 100, sentAt: 0 };
    order.taken(old);
    for (let turn = 1; turn < 8; turn += 1) {
      const fresh: Waiting = { client: `new-${turn}`, session: '', workSeconds: 0.1, sentAt: 70_000 };
      const next = order.next([old, fresh], 70_000)!;
      if (next === old) return;
      order.taken(next);
    }
    expect.fail('the old message never had its turn');
  });
});
