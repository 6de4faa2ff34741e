import type { FastifyBaseLogger } from 'fastify'
import { column } from '../db/arrays.ts'
import type { Sql } from '../db/connection.ts'
import { Refusal } from '../runtime/refusal.ts'
import { IDLE_LIMIT_MS } from '../sessions/lifetime.ts'
import type { Session } from '../sessions/sessions.ts'
import { begin, follow } from './begin.ts'
import { type Position, toCursor } from './cursor.ts'
import { ENTERED_AT_ONCE, enterWaiting } from './office-events.ts'
import { type Listening, type News, readBehind, readNews, readOfficeNews, toListening } from './read-live-updates.ts'

const LOOK_EVERY_MS = 200
/** After an own commit one looks at once, but not for each of a thousand commits a second. */
const LOOK_AT_MOST_EVERY_MS = 25
const CHECK_SESSIONS_EVERY_MS = 400
const HEARTBEAT_EVERY_MS = 15_000
/** Where more begin to wait than can be told one by one, telling must not become the work of the database. */
const PAUSE_WHEN_MANY_WAIT_MS = 2_000
const STREAMS_PER_PERSON = 20
/** A client that does not read is let go; it comes back with its cursor and misses nothing. */
const MOST_UNSENT_BYTES = 256 * 1024

/** The open connection of a client: what Node's answer object is to the hub. */
export type Outlet = {
  write: (text: string) => void
  end: () => void
  readonly unsentBytes: number
}
type Stream = { session: Session; position: Position; outlet: Outlet }
type Log = Pick<FastifyBaseLogger, 'warn' | 'debug'>
type Options = { sql: Sql; now: () => Date; log: () => Log }

/**
 * Everybody who listens on this server. One look at the database serves all of them: while somebody listens every
 * 200 ms, which is how the commits of other servers are noticed, and at once after this server's own.
 */
export class EventHub {
  readonly #options: Options
  readonly #streams = new Set<Stream>()
  /** What the looks ask with; null once somebody came, went or was told something. */
  #listening: Listening | null = null
  #sessions: { streams: Stream[]; hashes: string; standings: string } | null = null
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
  async open(session: Session, after: string | undefined, open: () => Outlet): Promise<() => void> {
    const { sql, now } = this.#options
    if (this.#stopped) throw new Refusal('unavailable', { retryAfterSeconds: 1 })
    const own = [...this.#streams].filter((stream) => stream.session.personId === session.personId)
    if (own.length >= STREAMS_PER_PERSON) throw new Refusal('too_many', { retryAfterSeconds: 60 })
    const { position, reset } = await begin(sql, session, after, now())
    const stream: Stream = { session, position, outlet: open() }
    stream.outlet.write(`retry: 1000\nevent: hello\nid: ${toCursor(position)}\ndata: {"reset":${reset}}\n\n`)
    this.#streams.add(stream)
    this.#forgetQuestions()
    this.wake()
    return () => this.#remove(stream)
  }

  /** Something was committed here. */
  wake(): void {
    if (this.#streams.size === 0 || this.#stopped) return
    this.#plan(Math.max(0, this.#lookedAt + LOOK_AT_MOST_EVERY_MS - performance.now()))
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
      if (!this.#timer && !this.#stopped && this.#streams.size > 0) this.#plan(this.#lookAgain ? 0 : LOOK_EVERY_MS)
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
    if (this.#lookedAt - this.#beatAt < HEARTBEAT_EVERY_MS) return
    this.#beatAt = this.#lookedAt
    for (const stream of this.#streams) this.#write(stream, ':\n\n')
  }

  async #readOwn(): Promise<Map<string, News[]>> {
    const { sql } = this.#options
    if (this.#streams.size === 0) return new Map()
    this.#listening ??= toListening(this.#known())
    const behind = await readBehind(sql, this.#listening)
    if (behind.size === 0) return new Map()
    this.#listening = null
    return readNews(sql, behind)
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

  async #readOffice(): Promise<News[]> {
    const { sql, now } = this.#options
    const positions = [...this.#streams].flatMap(({ position }) => position.office ?? [])
    if (positions.length === 0) return []
    if (this.#lookedAt >= this.#officePausedUntil && (await enterWaiting(sql, now())) === ENTERED_AT_ONCE)
      this.#officePausedUntil = this.#lookedAt + PAUSE_WHEN_MANY_WAIT_MS
    return readOfficeNews(
      sql,
      positions.reduce((least, one) => (one < least ? one : least)),
    )
  }

  #tell(stream: Stream, own: readonly News[], office: readonly News[]): void {
    for (const event of follow(stream.position, own, office))
      this.#write(stream, `event: ${event.topic}\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
  }

  #write(stream: Stream, text: string): void {
    if (stream.outlet.unsentBytes > MOST_UNSENT_BYTES) this.#end(stream)
    else stream.outlet.write(text)
  }

  #end(stream: Stream): void {
    this.#remove(stream)
    stream.outlet.end()
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream)
    this.#forgetQuestions()
  }

  #forgetQuestions(): void {
    this.#listening = null
    this.#sessions = null
  }

  /** A session that ended, and one whose person has another role or status by now. */
  async #checkSessions(): Promise<void> {
    if (this.#lookedAt - this.#checkedAt < CHECK_SESSIONS_EVERY_MS || this.#streams.size === 0) return
    this.#checkedAt = this.#lookedAt
    const { sql, now } = this.#options
    const at = now()
    this.#sessions ??= this.#sessionsOf([...this.#streams])
    const { streams, hashes, standings } = this.#sessions
    const over = await sql<{ place: bigint }[]>`
      select l.place
      from unnest(${hashes}::bytea[], ${standings}::text[]) with ordinality as l (token_hash, standing, place)
      left join sessions s on s.token_hash = l.token_hash and s.ended_at is null and s.expires_at > ${at}
        and s.last_seen_at > ${new Date(at.getTime() - IDLE_LIMIT_MS)}
      left join people p on p.id = s.person_id
      where s.token_hash is null or p.role || ' ' || p.status <> l.standing`
    for (const { place } of over) {
      const stream = streams[Number(place) - 1]
      if (stream) this.#end(stream)
    }
  }

  #sessionsOf(streams: Stream[]) {
    return {
      streams,
      hashes: column(streams, ({ session }) => session.tokenHash),
      standings: column(streams, ({ session }) => standingOf(session)),
    }
  }
}

const standingOf = ({ role, status }: Session) => `${role} ${status}`
