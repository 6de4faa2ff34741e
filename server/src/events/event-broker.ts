import type { FastifyBaseLogger } from 'fastify'
import { column } from '../db/arrays.ts'
import type { Sql } from '../db/connection.ts'
import { Refusal } from '../runtime/refusal.ts'
import { whereAlive } from '../sessions/lifetime.ts'
import type { Session } from '../sessions/session.ts'
import { PENDING_BATCH_SIZE, publishPendingTransactions } from './office-events.ts'
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
/** After an own commit one looks at once, but not for each of a thousand commits a second. */
const MIN_POLL_INTERVAL_MS = 25
const SESSION_CHECK_INTERVAL_MS = 400
const HEARTBEAT_INTERVAL_MS = 15_000
/** Where more begin to wait than can be told one by one, telling must not become the work of the database. */
const PENDING_BACKLOG_PAUSE_MS = 2_000
const MAX_STREAMS_PER_PERSON = 20
/** A client that does not read is let go; it comes back with its cursor and misses nothing. */
const MAX_UNSENT_BYTES = 256 * 1024

/** The open connection of a client: what Node's answer object is to the broker. */
export type SseConnection = {
  write: (text: string) => void
  end: () => void
  readonly unsentBytes: number
}
type Subscriber = { session: Session; position: StreamPosition; outlet: SseConnection }
type Log = Pick<FastifyBaseLogger, 'warn' | 'debug'>
type Options = { sql: Sql; now: () => Date; log: () => Log }

/**
 * Everybody who listens on this server. One look at the database serves all of them: while somebody listens every
 * 200 ms, which is how the commits of other servers are noticed, and at once after this server's own.
 */
export class EventBroker {
  readonly #options: Options
  readonly #streams = new Set<Subscriber>()
  /** What the looks ask with; null once somebody came, went or was told something. */
  #listening: BacklogQuery | null = null
  #sessions: { streams: Subscriber[]; hashes: string; standings: string } | null = null
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> | null = null
  #lookAgain = false
  #lookedAt = 0
  #checkedAt = 0
  #beatAt = 0
  #officePausedUntil = 0
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  get size(): number {
    return this.#streams.size
  }

  /** Gives what to call when the client has gone. */
  async subscribe(session: Session, after: string | undefined, open: () => SseConnection): Promise<() => void> {
    const { sql, now } = this.#options
    if (this.#stopped) throw new Refusal('unavailable', { retryAfterSeconds: 1 })
    const own = [...this.#streams].filter((stream) => stream.session.personId === session.personId)
    if (own.length >= MAX_STREAMS_PER_PERSON) throw new Refusal('too_many', { retryAfterSeconds: 60 })
    const { position, reset } = await findStreamStart(sql, session, after, now())
    const stream: Subscriber = { session, position, outlet: open() }
    stream.outlet.write(`retry: 1000\nevent: hello\nid: ${toEventId(position)}\ndata: {"reset":${reset}}\n\n`)
    this.#streams.add(stream)
    this.#forgetQuestions()
    this.wake()
    return () => this.#remove(stream)
  }

  /** Something was committed here. */
  wake(): void {
    if (this.#streams.size === 0 || this.#stopped) return
    this.#plan(Math.max(0, this.#lookedAt + MIN_POLL_INTERVAL_MS - performance.now()))
  }

  /** Ends every stream: clients go on at another server, or here after the restart. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    for (const stream of this.#streams) this.#end(stream)
    await this.#looking
  }

  #plan(afterMs: number): void {
    if (this.#timer) clearTimeout(this.#timer)
    // Nobody but streams is kept waiting by this, and those keep the process alive themselves.
    this.#timer = setTimeout(() => this.#start(), afterMs).unref()
  }

  #start(): void {
    this.#timer = null
    if (this.#looking) {
      // The look under way may have read before the commit, so another one follows it.
      this.#lookAgain = true
      return
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = null
      if (!this.#timer && !this.#stopped && this.#streams.size > 0) this.#plan(this.#lookAgain ? 0 : POLL_INTERVAL_MS)
      this.#lookAgain = false
    })
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now()
    // Only those that this look asks for: who joins meanwhile may know less, and would be taken past what it has missed.
    const asking = [...this.#streams]
    try {
      const [own, office] = await Promise.all([this.#readOwn(), this.#readOffice()])
      for (const stream of asking)
        if (this.#streams.has(stream)) this.#tell(stream, own.get(stream.session.personId) ?? [], office)
      await this.#checkSessions()
    } catch (error) {
      this.#options.log().warn({ err: error }, 'live events wait for the database')
    }
    if (this.#lookedAt - this.#beatAt < HEARTBEAT_INTERVAL_MS) return
    this.#beatAt = this.#lookedAt
    for (const stream of this.#streams) this.#write(stream, ':\n\n')
  }

  async #readOwn(): Promise<Map<string, LiveUpdate[]>> {
    const { sql } = this.#options
    if (this.#streams.size === 0) return new Map()
    this.#listening ??= toBacklogQuery(this.#known())
    const behind = await findBehind(sql, this.#listening)
    if (behind.size === 0) return new Map()
    this.#listening = null
    return readLiveUpdates(sql, behind)
  }

  /** Per person as far as the one of their streams is that knows least. */
  #known(): Map<string, bigint> {
    const known = new Map<string, bigint>()
    for (const { session, position } of this.#streams) {
      const other = known.get(session.personId)
      if (other === undefined || position.person < other) known.set(session.personId, position.person)
    }
    return known
  }

  async #readOffice(): Promise<LiveUpdate[]> {
    const { sql, now } = this.#options
    const positions = [...this.#streams].flatMap(({ position }) => position.office ?? [])
    if (positions.length === 0) return []
    if (
      this.#lookedAt >= this.#officePausedUntil &&
      (await publishPendingTransactions(sql, now())) === PENDING_BATCH_SIZE
    )
      this.#officePausedUntil = this.#lookedAt + PENDING_BACKLOG_PAUSE_MS
    return readOfficeUpdates(
      sql,
      positions.reduce((least, one) => (one < least ? one : least)),
    )
  }

  #tell(stream: Subscriber, own: readonly LiveUpdate[], office: readonly LiveUpdate[]): void {
    for (const event of replayEvents(stream.position, own, office))
      this.#write(stream, `event: ${event.topic}\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
  }

  #write(stream: Subscriber, text: string): void {
    if (stream.outlet.unsentBytes > MAX_UNSENT_BYTES) this.#end(stream)
    else stream.outlet.write(text)
  }

  #end(stream: Subscriber): void {
    this.#remove(stream)
    stream.outlet.end()
  }

  #remove(stream: Subscriber): void {
    this.#streams.delete(stream)
    this.#forgetQuestions()
  }

  #forgetQuestions(): void {
    this.#listening = null
    this.#sessions = null
  }

  /** A session that ended, and one whose person has another role or status by now. */
  async #checkSessions(): Promise<void> {
    if (this.#lookedAt - this.#checkedAt < SESSION_CHECK_INTERVAL_MS || this.#streams.size === 0) return
    this.#checkedAt = this.#lookedAt
    const { sql, now } = this.#options
    this.#sessions ??= this.#sessionsOf([...this.#streams])
    const { streams, hashes, standings } = this.#sessions
    const over = await sql<{ place: bigint }[]>`
      select l.place
      from unnest(${hashes}::bytea[], ${standings}::text[]) with ordinality as l (token_hash, standing, place)
      left join sessions s on s.token_hash = l.token_hash and ${whereAlive(sql, now())}
      left join people p on p.id = s.person_id
      where s.token_hash is null or p.role || ' ' || p.status <> l.standing`
    for (const { place } of over) {
      const stream = streams[Number(place) - 1]
      if (stream) this.#end(stream)
    }
  }

  #sessionsOf(streams: Subscriber[]) {
    return {
      streams,
      hashes: column(streams, ({ session }) => session.tokenHash),
      standings: column(streams, ({ session }) => roleAndStatus(session)),
    }
  }
}

const roleAndStatus = ({ role, status }: Session) => `${role} ${status}`
