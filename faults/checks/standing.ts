import { type History, isOk, type Operation } from '../history.ts'
import type { Office } from './office.ts'

const STATUS_EVENTS: Record<string, string> = {
  'account.frozen': 'Frozen',
  'account.unfrozen': 'Active',
  'account.closed': 'Closed',
  'status.changed': 'Active',
  'verification.approved': 'Active',
}
const SENT = ['transfer.submitted', 'transfer.approved', 'transfer.completed', 'money.moved']
const POSTED = [
  'transfer.approved',
  'transfer.completed',
  'deposit.approved',
  'deposit.received',
  'account.funded',
  'account.debited',
  'transaction.reversed',
  'transfer.returned',
  'money.moved',
]
const SUBMITTED = ['transfer.submitted', 'deposit.submitted']
const TRANSFERS: readonly Operation['kind'][] = [
  'transfer',
  'code transfer',
  'passkey transfer',
  'instant transfer',
  'request transfer',
]

type Event = Office['events'][number]
type Change = Office['changes'][number]

/**
 * Frozen: no transfer is accepted or completed. Closed: with nothing pending, and nothing happens any more. What a client was
 * told of one operation before it began another is in the same order in the tables.
 */
export function checkStanding(history: History, { people, events, changes }: Office): void {
  const eventsOf = Map.groupBy(events, ({ person_id }) => person_id)
  const changesOf = Map.groupBy(changes, ({ person_id }) => person_id)
  const operationsOf = Map.groupBy(history.operations, ({ personId }) => personId)
  for (const { id, role, status } of people) {
    const own = changesOf.get(id) ?? []
    checkAudited(history, id, own, 'role', role)
    checkAudited(history, id, own, 'status', status)
    const ownEvents = eventsOf.get(id) ?? []
    checkEvents(history, id, ownEvents)
    checkOrder(history, operationsOf.get(id) ?? [], ownEvents, own)
  }
}

/** Each audited change starts from the previous one, and the last one is the present. */
function checkAudited(
  history: History,
  personId: string,
  changes: readonly Change[],
  field: Change['field'],
  now: string,
) {
  const own = changes.filter((change) => change.field === field)
  for (const [index, { value }] of own.entries()) {
    const next = own[index + 1]?.before ?? now
    if (next !== value)
      history.report('standing', `${personId}: ${field} became ${value} and then, without an audit entry, ${next}`)
  }
}

function checkEvents(history: History, personId: string, events: readonly Event[]): void {
  const pending = new Set<string>()
  let status = ''
  for (const { kind, transaction_id } of events) {
    const what = `${personId}: ${kind} of ${transaction_id}`
    status = STATUS_EVENTS[kind] ?? status
    if (kind === 'account.closed' && pending.size > 0)
      history.report('standing', `${personId} was closed with ${[...pending].join(', ')} pending`)
    if (status === 'Frozen' && SENT.includes(kind)) history.report('standing', `${what} of a frozen person`)
    if (status === 'Closed' && [...SUBMITTED, ...POSTED].includes(kind))
      history.report('standing', `${what} after the account was closed`)
    if (!transaction_id) continue
    if (SUBMITTED.includes(kind)) pending.add(transaction_id)
    else pending.delete(transaction_id)
  }
}

/** The audit log has the reason, which is the operation's id; the events have the order. Both have every change of a status. */
function checkOrder(
  history: History,
  operations: readonly Operation[],
  events: readonly Event[],
  changes: readonly Change[],
): void {
  const places = events.flatMap(({ kind }, place) => (kind in STATUS_EVENTS ? [place] : []))
  const reasons = changes.flatMap(({ field, reason }) => (field === 'status' ? [reason] : []))
  const submitted = new Map(events.map(({ transaction_id }, place) => [transaction_id, place] as const).toReversed())
  const statusChanges = operations.filter(({ kind }) => ['freeze', 'unfreeze', 'close'].includes(kind))
  const transfers = operations.filter((operation) => TRANSFERS.includes(operation.kind) && isOk(operation))
  for (const change of statusChanges.filter(isOk)) {
    const own = places.filter((_, index) => reasons[index] === change.id)
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined) {
      // An earlier request that was sent twice may have had the same effect before.
      if (statusChanges.every(({ attempts }) => attempts === 1))
        history.report('lost writes', `${change.id} (${change.kind}, ${change.client}) is not in the audit log`)
      continue
    }
    for (const { id, startedAt, endedAt, results } of transfers) {
      const place = submitted.get(results[0]?.transactionId ?? '') ?? -1
      if ((startedAt > change.endedAt && place < first) || (endedAt < change.startedAt && place > last))
        history.report('standing', `${id} and the ${change.kind} ${change.id} were committed in another order`)
    }
  }
}
