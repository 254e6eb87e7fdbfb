/** A message that could be received now. */
export interface Waiting {
  /** '' for messages that name none. */
  readonly client: string;
  /** Who of the client sent it: people behind one address. '' where that is not known. */
  readonly session: string;
  /** CPU seconds that it is expected to take. */
  readonly workSeconds: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** Every so many turns the oldest message of all clients is taken, once it has waited so long. */
const AGED_TURN = 4;
const AGED_MS = 60_000;
/** Names that each send once would otherwise be remembered for ever; forgetting all is fair, too. */
const MOST_REMEMBERED = 10_000;
/** Charged at least, so that work without an expectation counts too. */
const LEAST_SECONDS = 0.05;

/**
 * Shares of work by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996): each name is charged the work that it was
 * given, and the name that was charged least is next. A new name starts level with the one served last, so it waits for no
 * backlog, and waiting saves up no turns.
 */
class Shares {
  /** Work charged to each name, in seconds; of those who are level with {@link level} or below, nothing is kept. */
  private readonly charged: Map<string, number>;
  /** Where the name that was served last stood then. */
  private level: number;

  constructor(from?: Shares) {
    this.charged = new Map(from?.charged);
    this.level = from?.level ?? 0;
  }

  standingOf(name: string): number {
    return Math.max(this.charged.get(name) ?? 0, this.level);
  }

  serve(name: string, seconds: number): void {
    this.level = this.standingOf(name);
    this.charge(name, seconds);
    for (const [each, charged] of this.charged) if (charged <= this.level) this.charged.delete(each);
    if (this.charged.size > MOST_REMEMBERED) this.charged.clear();
  }

  charge(name: string, seconds: number): void {
    this.charged.set(name, this.standingOf(name) + seconds);
  }
}

/**
 * Whose turn it is: fair between clients, and within a client between its sessions, smallest expected work first within a session.
 * Work is charged first as expected and afterwards as it was. Every fourth turn goes to the oldest message once it has waited a
 * minute, so that no stream of small or new work holds up anything for good.
 */
export class FairOrder {
  private clients = new Shares();
  private sessions = new Map<string, Shares>();
  private turns = 0;

  /** The one of the waiting messages whose turn it is, or undefined when there is none. */
  next<M extends Waiting>(waiting: readonly M[], nowMs: number): M | undefined {
    const aged = this.turns % AGED_TURN === AGED_TURN - 1 ? oldest(waiting) : undefined;
    if (aged && nowMs - aged.sentAt >= AGED_MS) return aged;
    return waiting.reduce<M | undefined>(
      (best, each) => (best && !this.isBefore(each, best) ? best : each),
      undefined,
    );
  }

  /** The first messages, in the order in which they would be given away one after the other. */
  line<M extends Waiting>(waiting: readonly M[], max: number, nowMs: number): M[] {
    const trial = new FairOrder();
    trial.clients = new Shares(this.clients);
    for (const [client, shares] of this.sessions) trial.sessions.set(client, new Shares(shares));
    trial.turns = this.turns;
    const rest = [...waiting];
    const line: M[] = [];
    for (let next = trial.next(rest, nowMs); next && line.length < max; next = trial.next(rest, nowMs)) {
      line.push(next);
      rest.splice(rest.indexOf(next), 1);
      trial.taken(next);
    }
    return line;
  }

  /** Charges the client and the session of a message that was given away. */
  taken({ client, session, workSeconds }: Waiting): void {
    this.turns += 1;
    const seconds = Math.max(workSeconds, LEAST_SECONDS);
    this.clients.serve(client, seconds);
    this.sharesOf(client).serve(session, seconds);
  }

  /** Takes the charge back: the message was not worked on. */
  givenBack(message: Waiting): void {
    this.charge(message, -Math.max(message.workSeconds, LEAST_SECONDS));
  }

  /** Corrects the charge by what the work really took, in seconds. */
  ended(message: Waiting, seconds: number): void {
    this.charge(message, seconds - Math.max(message.workSeconds, LEAST_SECONDS));
  }

  private charge({ client, session }: Waiting, seconds: number): void {
    this.clients.charge(client, seconds);
    this.sharesOf(client).charge(session, seconds);
  }

  private sharesOf(client: string): Shares {
    if (this.sessions.size > MOST_REMEMBERED) this.sessions.clear();
    const shares = this.sessions.get(client) ?? new Shares();
    this.sessions.set(client, shares);
    return shares;
  }

  private isBefore(a: Waiting, b: Waiting): boolean {
    const byClient = this.clients.standingOf(a.client) - this.clients.standingOf(b.client);
    if (a.client !== b.client && byClient !== 0) return byClient < 0;
    const shares = a.client === b.client ? this.sessions.get(a.client) : undefined;
    const bySession = shares ? shares.standingOf(a.session) - shares.standingOf(b.session) : 0;
    if (bySession !== 0) return bySession < 0;
    return a.workSeconds !== b.workSeconds ? a.workSeconds < b.workSeconds : a.sentAt < b.sentAt;
  }
}

function oldest<M extends Waiting>(waiting: readonly M[]): M | undefined {
  return waiting.reduce<M | undefined>(
    (best, each) => (best && best.sentAt <= each.sentAt ? best : each),
    undefined,
  );
}
