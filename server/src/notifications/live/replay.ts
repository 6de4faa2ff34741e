import type { LiveEvent } from '#contract/notifications/events.ts'
import { isOfficeEventKind, OFFICE_EVENTS } from '#contract/notifications/notification-kinds.ts'
import { isStaffSession, type Session, sessionMay } from '../../access/session.ts'
import { PENDING_BATCH_SIZE, publishPendingTransactions } from '../../authority/office-events.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { type LiveUpdate, MAX_REPLAYED, readLiveUpdates, readOfficeUpdates } from './read-live-updates.ts'
import { parseEventId, type StreamPosition, toEventId } from './stream-position.ts'

/** `reset`: the events the client missed can't be replayed, so it has to reload everything. */
export type StreamStart = { position: StreamPosition; reset: boolean }

/** Resumes after the client's last event id if that can be replayed, and at the current position otherwise. */
export async function findStreamStart(
  sql: Sql,
  session: Session,
  lastEventId: string | undefined,
  at: Date,
): Promise<StreamStart> {
  const office = isStaffSession(session)
  // Transactions that are pending already are not new to a member of staff who connects now.
  if (office) while ((await publishPendingTransactions(sql, at)) === PENDING_BATCH_SIZE);
  const current = await readPosition(sql, session.personId, office)
  const last = lastEventId === undefined ? null : parseEventId(lastEventId)
  const person = last && isReplayable(current.person, last.person) ? last.person : null
  const officePart = last?.office != null && isReplayable(current.office, last.office) ? last.office : null
  return {
    position: { person: person ?? current.person, office: office ? (officePart ?? current.office) : null },
    reset: person === null || (office && officePart === null),
  }
}

const isReplayable = (current: bigint | null, last: bigint) =>
  current !== null && last <= current && current - last <= MAX_REPLAYED

async function readPosition(sql: Sql, personId: string, office: boolean): Promise<StreamPosition> {
  const [row] = await sql<{ person: bigint; office: bigint }[]>`
    select a.event_number as person, s.number as office from accounts a, office_stream s
    where a.id = ${personId} and s.id = 1`
  return { person: row?.person ?? 0n, office: office ? (row?.office ?? 0n) : null }
}

/** The events after `position`, each with the id to resume from. Advances `position` past them. */
export function replayEvents(
  { session, position }: { session: Session; position: StreamPosition },
  own: readonly LiveUpdate[],
  office: readonly LiveUpdate[],
): LiveEvent[] {
  const events: LiveEvent[] = []
  const add = ({ number: _, ...update }: LiveUpdate) => events.push({ id: toEventId(position), ...update })
  for (const update of own) {
    if (update.number <= position.person) continue
    position.person = update.number
    add(update)
  }
  for (const update of office) {
    if (position.office === null || update.number <= position.office) continue
    position.office = update.number
    if (mayReceive(session, update.kind)) add(update)
  }
  return events
}

/** A newer version of the server may have stored a kind that this one does not know: for Admins only. */
const mayReceive = (session: Session, kind: string) =>
  sessionMay(session, isOfficeEventKind(kind) ? OFFICE_EVENTS[kind].permission : 'authority:change')

/** The events after `lastEventId`, for clients that poll because streams are blocked. */
export async function readRecent(sql: Sql, session: Session, lastEventId: string | undefined, at: Date) {
  const { position, reset } = await findStreamStart(sql, session, lastEventId, at)
  if (reset)
    return { events: lastEventId === undefined ? [] : [resetEvent(position, at)], lastEventId: toEventId(position) }
  const [own, office] = await Promise.all([
    readLiveUpdates(sql, new Map([[session.personId, position.person]])),
    position.office === null ? [] : readOfficeUpdates(sql, position.office),
  ])
  return {
    events: replayEvents({ session, position }, own.get(session.personId) ?? [], office),
    lastEventId: toEventId(position),
  }
}

const resetEvent = (position: StreamPosition, at: Date): LiveEvent => ({
  id: toEventId(position),
  topic: 'reset',
  kind: 'reset',
  createdAt: at.toISOString(),
  userId: null,
  subjectId: null,
  name: null,
  message: null,
  transaction: null,
  balance: null,
})
