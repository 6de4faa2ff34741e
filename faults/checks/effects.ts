import type { Frequency } from '#contract/payments/scheduled-payment-calendar.ts'
import type { Sql } from '#server/platform/db/connection.ts'
import { REJECTED } from '../clients/payment-reports.ts'
import {
  type History,
  isInstant,
  isOk,
  isRefused,
  OPERATIONS,
  type Operation,
  type OperationResult,
} from '../history.ts'
import { OPENING_NOTE } from '../people.ts'

type Row = {
  id: string
  account_id: string
  type: string
  cents: number
  status: string
  marker: string
  flags: string
  receipt_id: string | null
  party_id: string | null
  origin_id: string | null
  reverses_id: string | null
  is_return: boolean
  posted: boolean
}
export type ScheduledPaymentRow = {
  id: string
  account_id: string
  marker: string
  start_on: string
  every: Frequency
  until: string | null
  next_on: string | null
  deleted: boolean
}
export type RunRow = { order_id: string; due_on: string; transaction_id: string | null }
export type Books = {
  scheduledPayments: ScheduledPaymentRow[]
  runs: RunRow[]
  rows: Map<string, Row>
  byMarker: Map<string, Row[]>
  uploads: Set<string>
  authorisations: Authorisations
}
/** The transaction that used each authorisation; null for unused ones. */
export type Authorisations = Map<string, string | null>

/** The marker of moves that a rule of a savings account made, each for a day of its own. */
export const SAVED_BY_RULE = 'saved by rule'
/** The reason of reversals, by which an undone statement entry takes back what it credited: their marker, and that of such deposits. */
export const UNDONE = 'The bank line was undone.'

/**
 * The marker is the operation's id, in the payee name or the note. A deposit is identified by its receipt or
 * by the statement entry that it was made for, a move by its amount.
 */
export async function readBooks(sql: Sql): Promise<Books> {
  await sql`set statement_timeout = 0`
  const rows = await sql<Row[]>`
    select t.id, t.account_id, t.type, t.amount::float8 as cents, t.status, t.flags, t.receipt_id, t.party_id, t.origin_id,
           t.reverses_id, t.is_return, case when t.method = 'adjustment' or t.reverses_id is not null then t.note
                when s.transaction_id is not null then ${SAVED_BY_RULE}
                when exists (select 1 from transactions v where v.reverses_id = t.id and v.note = ${UNDONE}) and t.receipt_id is null then ${UNDONE}
                when t.method = 'move' then 'move ' || -t.amount when t.type = 'Transfer' then t.party_name
                else coalesce(t.receipt_id::text, 'statement entry ' || l.id, '') end as marker,
           exists (select 1 from postings p where p.transaction_id = t.id) as posted
    from transactions t left join bank_statement_lines l on l.deposit_id = t.id
    left join savings_runs s on s.transaction_id = t.id`
  const byMarker = new Map<string, Row[]>()
  for (const row of rows)
    if (row.origin_id === null) byMarker.set(row.marker, [...(byMarker.get(row.marker) ?? []), row])
  const uploads = await sql<{ id: string }[]>`select id from uploads`
  const authorisations = await sql<{ id: string; transaction_id: string | null }[]>`
    select id, transaction_id from transfer_authorisations`
  return {
    scheduledPayments: await sql<ScheduledPaymentRow[]>`
      select id, account_id, party_name as marker, start_on, every, until, next_on, deleted_at is not null as deleted from orders`,
    runs: await sql<RunRow[]>`select order_id, due_on, transaction_id from order_runs`,
    rows: new Map(rows.map((row) => [row.id, row])),
    byMarker,
    uploads: new Set(uploads.map(({ id }) => id)),
    authorisations: new Map(authorisations.map((row) => [row.id, row.transaction_id])),
  }
}

function markerOf({ kind, id, subjectId, statementEntryId, cents }: Operation): string {
  if (kind === 'deposit') return subjectId ?? ''
  if (kind === 'assign statement entry') return `statement entry ${statementEntryId}`
  return kind === 'move' ? `move ${cents}` : id
}

/** Every operation against the tables: an acknowledged one took effect exactly once, a refused one not at all. */
export function checkEffects(history: History, books: Books): void {
  for (const operation of history.operations) {
    checkResultsAgree(history, operation)
    const leaves = OPERATIONS[operation.kind]
    if (leaves === 'none') continue
    if (isOk(operation)) checkAcknowledged(history, operation, books)
    if (leaves !== 'transaction') continue
    const effects = books.byMarker.get(markerOf(operation)) ?? []
    if (effects.length > 1)
      history.report('duplicate effects', `${name(operation)}: ${effects.map(({ id }) => id).join(', ')}`)
    if (isRefused(operation) && effects.length > 0)
      history.report(
        'effects of refusals',
        `${name(operation)}: refused with ${operation.results[0]?.code}, but ${effects[0]?.id} exists`,
      )
  }
  checkUnrequested(history, books)
  checkDecisions(history)
}

const isDecision = ({ kind }: Operation) => OPERATIONS[kind] === 'decision'
const isDecline = (kind: string) => kind !== 'approve' && kind !== 'match statement entry'

const name = ({ id, kind, client }: Operation) => `${id} (${kind}, ${client})`

function checkAcknowledged(history: History, operation: Operation, { rows, uploads }: Books): void {
  const missing = (what: string) => history.report('lost writes', `${name(operation)}: ${what}`)
  const id = operation.results[0]?.transactionId ?? ''
  if (operation.kind === 'upload') {
    if (!uploads.has(id)) missing(`upload ${id}`)
    return
  }
  const row = rows.get(isDecision(operation) ? (operation.subjectId ?? '') : id)
  if (!row) {
    missing(`transaction ${id}`)
    return
  }
  const expected = expectedState(operation)
  if (expected && (row.status !== expected || row.posted !== (expected === 'Completed')))
    missing(`${row.id} is ${row.status}${row.posted ? ', posted' : ''}; expected ${expected}`)
  if (
    operation.cents !== 0 &&
    (Math.abs(row.cents) !== Math.abs(operation.cents) || row.account_id !== operation.accountId)
  )
    missing(`${row.id} has another amount or account`)
}

function expectedState(operation: Operation): 'Completed' | 'Declined' | null {
  const { kind } = operation
  if (isInstant(operation)) return 'Completed'
  if (kind === 'decline' || kind === 'cancel') return 'Declined'
  return ['approve', 'match statement entry', 'fund', 'debit', 'move', 'reverse', 'return'].includes(kind)
    ? 'Completed'
    : null
}

/**
 * One key has one result, however often the request is sent. A wrong PIN or a used approval is checked each time: of two
 * attempts one may meet a freeze, which comes first, and the other the approval.
 */
function checkResultsAgree(history: History, operation: Operation): void {
  if (operation.kind === 'wrong secret' || operation.kind === 'reused approval') return
  const [first, ...others] = operation.results
  for (const other of others)
    if (other.code !== first?.code || (first.code === 'ok' && !isSameTransaction(operation, first, other)))
      history.report('conflicting responses', `${name(operation)}: ${JSON.stringify(operation.results)}`)
}

/** A transfer that is submitted is Pending in every response, one that is completed at once is Completed in every one. */
const isSameTransaction = ({ kind }: Operation, first: OperationResult, other: OperationResult) =>
  other.transactionId === first.transactionId && (!kind.endsWith('transfer') || other.state === first.state)

/** Every transaction belongs to an operation. */
function checkUnrequested(history: History, { rows, byMarker }: Books): void {
  // The check of payment runs looks for the reports of what was credited back.
  const known = new Set([OPENING_NOTE, SAVED_BY_RULE, UNDONE, REJECTED, ...history.operations.map(markerOf)])
  for (const [marker, found] of byMarker)
    if (!known.has(marker))
      history.report('unrequested effects', `${found.length} transactions with the marker '${marker}'`)
  for (const row of rows.values())
    if (row.origin_id !== null && rows.get(row.origin_id)?.status !== 'Completed')
      history.report('unrequested effects', `${row.id} was received from a transfer that is not completed`)
}

/** A transaction must not be approved for one client and declined for another, nor cancelled by anyone but once. */
function checkDecisions(history: History): void {
  const decided = new Map<string, string>()
  for (const operation of history.operations) {
    if (!isOk(operation) || !operation.subjectId || !isDecision(operation)) continue
    const before = decided.get(operation.subjectId)
    const again = before === operation.kind && operation.kind === 'cancel'
    if ((before && isDecline(before) !== isDecline(operation.kind)) || again)
      history.report('conflicting decisions', `${operation.subjectId} had ${before} and ${operation.kind}`)
    decided.set(operation.subjectId, operation.kind)
  }
}
