import type { LiveEvent } from '#contract/events.ts'
import type { Sql } from '../db/connection.ts'
import { isAdmin, type Session } from '../sessions/session.ts'
import { PENDING_BATCH_SIZE, publishPendingTransactions } from './office-events.ts'
import { type LiveUpdate, MAX_REPLAYED, readLiveUpdates, readOfficeUpdates } from './read-live-updates.ts'
import { parseEventId, type StreamPosition, toEventId } from './stream-position.ts'

/** `reset`: nobody knows what this client has missed, so it has to load everything anew. */
export type StreamStart = { position: StreamPosition; reset: boolean }

/** Where a client goes on: after what it has, if that is not too long ago, or with whatever comes from now on. */
export async function findStreamStart(
  sql: Sql,
  session: Session,
  after: string | undefined,
  at: Date,
): Promise<StreamStart> {
  const office = isAdmin(session)
  // What already waits is no news to somebody who comes in only now.
  if (office) while ((await publishPendingTransactions(sql, at)) === PENDING_BATCH_SIZE);
  const now = await readPosition(sql, session.personId, office)
  const asked = after === undefined ? null : parseEventId(after)
  const known = asked && isReplayable(now.person, asked.person) ? asked.person : null
  const knownOffice = asked?.office != null && isReplayable(now.office, asked.office) ? asked.office : null
  return {
    position: { person: known ?? now.person, office: office ? (knownOffice ?? now.office) : null },
    reset: known === null || (office && knownOffice === null),
  }
}

const isReplayable = (now: bigint | null, known: bigint) => now !== null && known <= now && now - known <= MAX_REPLAYED

async function readPosition(sql: Sql, personId: string, office: boolean): Promise<StreamPosition> {
  const [row] = await sql<{ person: bigint; office: bigint }[]>`
    select a.event_number as person, s.number as office from accounts a, office_stream s
    where a.id = ${personId} and s.id = 1`
  return { person: row?.person ?? 0n, office: office ? (row?.office ?? 0n) : null }
}

/** What a position has missed, each event with the id that goes on after it; moves the position along. */
export function replayEvents(
  position: StreamPosition,
  own: readonly LiveUpdate[],
  office: readonly LiveUpdate[],
): LiveEvent[] {
  const events: LiveEvent[] = []
  const add = ({ number: _, ...news }: LiveUpdate) => events.push({ id: toEventId(position), ...news })
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
  const { position, reset } = await findStreamStart(sql, session, after, at)
  if (reset) return { events: after === undefined ? [] : [resetEvent(position, at)], cursor: toEventId(position) }
  const [own, office] = await Promise.all([
    readLiveUpdates(sql, new Map([[session.personId, position.person]])),
    position.office === null ? [] : readOfficeUpdates(sql, position.office),
  ])
  return { events: replayEvents(position, own.get(session.personId) ?? [], office), cursor: toEventId(position) }
}

const resetEvent = (position: StreamPosition, at: Date): LiveEvent => ({
  id: toEventId(position),
  topic: 'reset',
  kind: 'reset',
  createdAt: at.toISOString(),
  userId: null,
  name: null,
  message: null,
  transaction: null,
  balance: null,
})
