import { randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Session } from '../../access/session.ts'
import { whereAlive } from '../../access/session-lifetime.ts'
import { hasSecondFactor } from '../../access/sessions.ts'
import { PENDING_BATCH_SIZE, publishPendingTransactions } from '../../authority/office-events.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import {
  type BacklogQuery,
  findBehind,
  type LiveUpdate,
  readLiveUpdates,
  readOfficeUpdates,
  toBacklogQuery,
} from './read-live-updates.ts'
import { findStreamStart, replayEvents } from './replay.ts'
import { type StreamPosition, toEventId } from './stream-position.ts'

const POLL_INTERVAL_MS = 200
/** A commit of this server is polled for at once, but not once for each of a thousand commits a second. */
const MIN_POLL_INTERVAL_MS = 25
const SESSION_CHECK_INTERVAL_MS = 400
const HEARTBEAT_INTERVAL_MS = 15_000
/** After a full batch of pending transactions, publishing pauses: a burst must not load the database further. */
const PENDING_BACKLOG_PAUSE_MS = 2_000
const MAX_STREAMS_PER_PERSON = 20
/** When a client that lost its stream reconnects: each at another time, because a stopping server ends all at once. */
const [MIN_RETRY_MS, MAX_RETRY_MS] = [1_000, 5_000]
/** A client that does not read is disconnected; it reconnects with its last event id and misses nothing. */
const MAX_UNSENT_BYTES = 256 * 1024

/** The open response of a client. */
export type SseConnection = {
  write: (text: string) => void
  end: () => void
  readonly unsentBytes: number
}
type Subscriber = { session: Session; position: StreamPosition; connection: SseConnection }
type Log = Pick<FastifyBaseLogger, 'warn' | 'debug'>
type Options = { sql: Sql; now: () => Date; log: () => Log }

/**
 * Sends live events to all subscribers of this server. One poll of the database serves all of them: every 200 ms while there
 * are subscribers, which finds the commits of other servers, and at once after a commit of this one.
 */
export class EventBroker {
  readonly #options: Options
  readonly #subscribers = new Set<Subscriber>()
  /** Streams that are being opened, by person: they count, or parallel requests would all find room. */
  readonly #opening = new Map<string, number>()
  /** Parameters of the polls; null after a subscriber came, left or received an event. */
  #backlogQuery: BacklogQuery | null = null
  #sessionCheck: { subscribers: Subscriber[]; hashes: string; rights: string } | null = null
  #timer: NodeJS.Timeout | null = null
  #polling: Promise<void> | null = null
  #pollAgain = false
  #polledAtMs = 0
  #checkedAtMs = 0
  #heartbeatAtMs = 0
  #officePausedUntilMs = 0
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  get size(): number {
    return this.#subscribers.size
  }

  /** Returns the function to call when the client has disconnected. */
  async subscribe(
    session: Session,
    lastEventId: string | undefined,
    connect: () => SseConnection,
  ): Promise<() => void> {
    const { sql, now } = this.#options
    this.#requireRunning()
    const release = this.#reserve(session.personId)
    try {
      const { position, reset } = await findStreamStart(sql, session, lastEventId, now())
      this.#requireRunning()
      const subscriber: Subscriber = { session, position, connection: connect() }
      const retryMs = randomInt(MIN_RETRY_MS, MAX_RETRY_MS)
      subscriber.connection.write(
        `retry: ${retryMs}\nevent: hello\nid: ${toEventId(position)}\ndata: {"reset":${reset}}\n\n`,
      )
      this.#subscribers.add(subscriber)
      this.#clearParameters()
      this.wake()
      return () => this.#remove(subscriber)
    } finally {
      release()
    }
  }

  #reserve(personId: string): () => void {
    const own = [...this.#subscribers].filter(({ session }) => session.personId === personId)
    const opening = this.#opening.get(personId) ?? 0
    if (own.length + opening >= MAX_STREAMS_PER_PERSON) throw new Refusal('too_many', { retryAfterSeconds: 60 })
    this.#opening.set(personId, opening + 1)
    return () => {
      const left = (this.#opening.get(personId) ?? 1) - 1
      if (left > 0) this.#opening.set(personId, left)
      else this.#opening.delete(personId)
    }
  }

  #requireRunning(): void {
    if (this.#stopped) throw new Refusal('unavailable', { retryAfterSeconds: 1 })
  }

  /** Polls soon: this server has committed something. */
  wake(): void {
    if (this.#subscribers.size === 0 || this.#stopped) return
    this.#schedule(Math.max(0, this.#polledAtMs + MIN_POLL_INTERVAL_MS - performance.now()))
  }

  /** Ends every stream: clients reconnect to another server, or to this one after its restart. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    for (const subscriber of this.#subscribers) this.#end(subscriber)
    await this.#polling
  }

  #schedule(delayMs: number): void {
    if (this.#timer) clearTimeout(this.#timer)
    // The open connections keep the process alive; the timer need not.
    this.#timer = setTimeout(() => this.#start(), delayMs).unref()
  }

  #start(): void {
    this.#timer = null
    if (this.#polling) {
      // The running poll may have read before the commit, so another one follows.
      this.#pollAgain = true
      return
    }
    this.#polling = this.#poll().finally(() => {
      this.#polling = null
      if (!this.#timer && !this.#stopped && this.#subscribers.size > 0)
        this.#schedule(this.#pollAgain ? 0 : POLL_INTERVAL_MS)
      this.#pollAgain = false
    })
  }

  async #poll(): Promise<void> {
    this.#polledAtMs = performance.now()
    // A subscriber who joins during this poll may be further behind than what it reads, and would skip events.
    const subscribers = [...this.#subscribers]
    try {
      const [own, office] = await Promise.all([this.#readOwn(), this.#readOffice()])
      for (const subscriber of subscribers)
        if (this.#subscribers.has(subscriber))
          this.#send(subscriber, own.get(subscriber.session.personId) ?? [], office)
      await this.#checkSessions()
    } catch (error) {
      this.#options.log().warn({ err: error }, 'live events wait for the database')
    }
    if (this.#polledAtMs - this.#heartbeatAtMs < HEARTBEAT_INTERVAL_MS) return
    this.#heartbeatAtMs = this.#polledAtMs
    for (const subscriber of this.#subscribers) this.#write(subscriber, ':\n\n')
  }

  async #readOwn(): Promise<Map<string, LiveUpdate[]>> {
    const { sql } = this.#options
    if (this.#subscribers.size === 0) return new Map()
    this.#backlogQuery ??= toBacklogQuery(this.#lastNumbers())
    const behind = await findBehind(sql, this.#backlogQuery)
    if (behind.size === 0) return new Map()
    this.#backlogQuery = null
    return readLiveUpdates(sql, behind)
  }

  /** The last event number of each person: that of their subscriber who is furthest behind. */
  #lastNumbers(): Map<string, bigint> {
    const numbers = new Map<string, bigint>()
    for (const { session, position } of this.#subscribers) {
      const other = numbers.get(session.personId)
      if (other === undefined || position.person < other) numbers.set(session.personId, position.person)
    }
    return numbers
  }

  async #readOffice(): Promise<LiveUpdate[]> {
    const { sql, now } = this.#options
    const positions = [...this.#subscribers].flatMap(({ position }) => position.office ?? [])
    if (positions.length === 0) return []
    if (
      this.#polledAtMs >= this.#officePausedUntilMs &&
      (await publishPendingTransactions(sql, now())) === PENDING_BATCH_SIZE
    )
      this.#officePausedUntilMs = this.#polledAtMs + PENDING_BACKLOG_PAUSE_MS
    return readOfficeUpdates(
      sql,
      positions.reduce((least, one) => (one < least ? one : least)),
    )
  }

  #send(subscriber: Subscriber, own: readonly LiveUpdate[], office: readonly LiveUpdate[]): void {
    for (const event of replayEvents(subscriber, own, office))
      this.#write(subscriber, `event: ${event.topic}\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
  }

  #write(subscriber: Subscriber, text: string): void {
    if (subscriber.connection.unsentBytes > MAX_UNSENT_BYTES) this.#end(subscriber)
    else subscriber.connection.write(text)
  }

  #end(subscriber: Subscriber): void {
    this.#remove(subscriber)
    subscriber.connection.end()
  }

  #remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    this.#clearParameters()
  }

  #clearParameters(): void {
    this.#backlogQuery = null
    this.#sessionCheck = null
  }

  /** Ends the streams whose session has ended, or whose person's role, status or (for staff) second factor has changed. */
  async #checkSessions(): Promise<void> {
    if (this.#polledAtMs - this.#checkedAtMs < SESSION_CHECK_INTERVAL_MS || this.#subscribers.size === 0) return
    this.#checkedAtMs = this.#polledAtMs
    const { sql, now } = this.#options
    this.#sessionCheck ??= this.#toSessionCheck([...this.#subscribers])
    const { subscribers, hashes, rights } = this.#sessionCheck
    const ended = await sql<{ place: bigint }[]>`
      select l.place
      from unnest(${hashes}::bytea[], ${rights}::text[]) with ordinality as l (token_hash, rights, place)
      left join sessions s on s.token_hash = l.token_hash and ${whereAlive(sql, now())}
      left join people p on p.id = s.person_id
      where s.token_hash is null or concat_ws(' ', p.role, p.status, (${hasSecondFactor(sql)})::text) <> l.rights`
    for (const { place } of ended) {
      const subscriber = subscribers[Number(place) - 1]
      if (subscriber) this.#end(subscriber)
    }
  }

  #toSessionCheck(subscribers: Subscriber[]) {
    return {
      subscribers,
      hashes: column(subscribers, ({ session }) => session.tokenHash),
      rights: column(subscribers, ({ session }) => rightsOf(session)),
    }
  }
}

const rightsOf = ({ role, status, hasSecondFactor }: Session) => `${role} ${status} ${hasSecondFactor}`
