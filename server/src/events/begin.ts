import type { LiveEvent } from '#contract/events.ts'
import type { Sql } from '../db/connection.ts'
import { isAdmin, type Session } from '../sessions/sessions.ts'
import { type Position, readCursor, toCursor } from './cursor.ts'
import { ENTERED_AT_ONCE, enterWaiting } from './office-events.ts'
import { MOST_MISSED, type News, readNews, readOfficeNews } from './read-live-updates.ts'

/** `reset`: nobody knows what this client has missed, so it has to load everything anew. */
export type Beginning = { position: Position; reset: boolean }

/** Where a client goes on: after what it has, if that is not too long ago, or with whatever comes from now on. */
export async function begin(sql: Sql, session: Session, after: string | undefined, at: Date): Promise<Beginning> {
  const office = isAdmin(session)
  // What already waits is no news to somebody who comes in only now.
  if (office) while ((await enterWaiting(sql, at)) === ENTERED_AT_ONCE);
  const now = await readPosition(sql, session.personId, office)
  const asked = after === undefined ? null : readCursor(after)
  const known = asked && isWithinReach(now.person, asked.person) ? asked.person : null
  const knownOffice = asked?.office != null && isWithinReach(now.office, asked.office) ? asked.office : null
  return {
    position: { person: known ?? now.person, office: office ? (knownOffice ?? now.office) : null },
    reset: known === null || (office && knownOffice === null),
  }
}

const isWithinReach = (now: bigint | null, known: bigint) => now !== null && known <= now && now - known <= MOST_MISSED

async function readPosition(sql: Sql, personId: string, office: boolean): Promise<Position> {
  const [row] = await sql<{ person: bigint; office: bigint }[]>`
    select a.event_number as person, s.number as office from accounts a, office_stream s
    where a.id = ${personId} and s.id = 1`
  return { person: row?.person ?? 0n, office: office ? (row?.office ?? 0n) : null }
}

/** What a position has missed, each event with the id that goes on after it; moves the position along. */
export function follow(position: Position, own: readonly News[], office: readonly News[]): LiveEvent[] {
  const events: LiveEvent[] = []
  const add = ({ number: _, ...news }: News) => events.push({ id: toCursor(position), ...news })
  for (const news of own) {
    if (news.number <= position.person) continue
    position.person = news.number
    add(news)
  }
  for (const news of office) {
    if (position.office === null || news.number <= position.office) continue
    position.office = news.number
    add(news)
  }
  return events
}

/** The same events without a stream. */
export async function readRecent(sql: Sql, session: Session, after: string | undefined, at: Date) {
  const { position, reset } = await begin(sql, session, after, at)
  if (reset) return { events: after === undefined ? [] : [resetEvent(position, at)], cursor: toCursor(position) }
  const [own, office] = await Promise.all([
    readNews(sql, new Map([[session.personId, position.person]])),
    position.office === null ? [] : readOfficeNews(sql, position.office),
  ])
  return { events: follow(position, own.get(session.personId) ?? [], office), cursor: toCursor(position) }
}

const resetEvent = (position: Position, at: Date): LiveEvent => ({
  id: toCursor(position),
  topic: 'reset',
  kind: 'reset',
  createdAt: at.toISOString(),
  userId: null,
  name: null,
  message: null,
  transaction: null,
  balance: null,
})
