import type { z } from 'zod'
import {
  isTransactionKind,
  STATE_KINDS,
  type TransactionKind,
  type WebhookEvent,
} from '#contract/notifications/webhook-events.ts'
import type { webhookData } from '#contract/notifications/webhooks.ts'
import type { OutboxEvent } from '../../ledger/outbox-events.ts'
import type { Reader } from '../../platform/db/connection.ts'

type Data = { [Name in keyof typeof webhookData]: z.infer<(typeof webhookData)[Name]> }
type TransactionData = Data['transaction']

/** An event of a person, with its place among those of the same notification. */
export type PersonEvent = {
  personId: string
  number: bigint
  part: number
  event: WebhookEvent
  at: Date
  data: Data[keyof Data]
}

type TransactionRow = {
  id: string
  account_id: string
  owner_id: string
  type: TransactionData['type']
  reverses_id: string | null
  proposed_by: string | null
  receipt_id: string | null
}

type Outcome = { event: WebhookEvent; status: TransactionData['status'] }
const CREATED: Outcome = { event: 'transaction.created', status: 'Pending' }
const COMPLETED: Outcome = { event: 'transaction.completed', status: 'Completed' }
const DECLINED: Outcome = { event: 'transaction.declined', status: 'Declined' }
const CANCELLED: Outcome = { event: 'transaction.cancelled', status: 'Declined' }

type TransactionRule = { outcome: Outcome; wasAnnounced: (transaction: TransactionRow) => boolean }
const decided = (outcome: Outcome, wasAnnounced: TransactionRule['wasAnnounced']): TransactionRule => ({
  outcome,
  wasAnnounced,
})
const always = () => true
const never = () => false
/** A customer's deposit has a receipt; one that staff made for a statement entry is first heard of when it is booked. */
const bySubmission = ({ receipt_id }: TransactionRow) => receipt_id !== null
/** A debit that waits for a second member of staff holds its amount, so it was announced; a credit was not. */
const byProposal = ({ proposed_by, type }: TransactionRow) => proposed_by !== null && type === 'Transfer'

/**
 * What each notification about a transaction means for receivers. Every transaction is created once and ends once: where the
 * notification is the first about it, both are sent.
 */
const TRANSACTION_RULES: Record<TransactionKind, TransactionRule> = {
  'deposit.submitted': decided(CREATED, always),
  'transfer.submitted': decided(CREATED, always),
  'adjustment.proposed': decided(CREATED, always),
  'deposit.approved': decided(COMPLETED, bySubmission),
  'deposit.declined': decided(DECLINED, bySubmission),
  'deposit.received': decided(COMPLETED, never),
  'transfer.completed': decided(COMPLETED, never),
  'transfer.approved': decided(COMPLETED, always),
  'transfer.declined': decided(DECLINED, always),
  'transfer.cancelled': decided(CANCELLED, always),
  'transfer.returned': decided(COMPLETED, byProposal),
  'adjustment.declined': decided(DECLINED, always),
  'account.funded': decided(COMPLETED, never),
  'account.debited': decided(COMPLETED, byProposal),
  'money.moved': decided(COMPLETED, never),
  'transaction.reversed': decided(COMPLETED, byProposal),
}

/** In the order of `rows`. Ids and states only: no amount, name or secret leaves the bank. */
export async function toPersonEvents(sql: Reader, rows: readonly OutboxEvent[]): Promise<PersonEvent[]> {
  const [transactions, people, accounts, scheduledPayments] = await Promise.all([
    readTransactions(sql, [...idsIn(rows, 'transactionId'), ...idsIn(rows, 'receivedId')]),
    readStates<Data['person']['status']>(sql`select id, status from people where id = any(${peopleOf(rows)}::uuid[])`),
    readStates<Data['account']['status']>(sql`
      select id, case when closed_at is null then 'open' else 'closed' end as status from accounts
      where id = any(${idsIn(rows, 'accountId')}::uuid[])`),
    readStates<Data['order']['status']>(sql`
      select id, case when deleted_at is null then status else 'deleted' end as status from orders
      where id = any(${idsIn(rows, 'orderId')}::uuid[])`),
  ])
  return rows.flatMap((row) => {
    const { personId, kind, data } = row
    const found = isTransactionKind(kind)
      ? transactionEvents(TRANSACTION_RULES[kind], transactions, data)
      : otherEvents(row, {
          person: { _id: personId, status: people.get(personId) },
          account: { _id: String(data.accountId), userId: personId, status: accounts.get(String(data.accountId)) },
          order: { _id: String(data.orderId), userId: personId, status: scheduledPayments.get(String(data.orderId)) },
        })
    return found.map((event, part) => ({ personId, number: row.number, part, at: row.createdAt, ...event }))
  })
}

function transactionEvents(
  { outcome, wasAnnounced }: TransactionRule,
  rows: ReadonlyMap<string, TransactionRow>,
  data: OutboxEvent['data'],
) {
  // A move between own accounts is one notification about two transactions.
  const concerned = [data.transactionId, data.receivedId].flatMap((id) => rows.get(String(id)) ?? [])
  return concerned.flatMap((row) => {
    const of = ({ event, status }: Outcome) => ({ event, data: toTransactionData(row, status) })
    return wasAnnounced(row) ? [of(outcome)] : [of({ ...CREATED, status: outcome.status }), of(outcome)]
  })
}

const toTransactionData = (row: TransactionRow, status: TransactionData['status']): TransactionData => ({
  _id: row.id,
  userId: row.owner_id,
  accountId: row.account_id,
  type: row.type,
  status,
  reverses: row.reverses_id,
})

type Subjects = { [Name in 'person' | 'account' | 'order']: Omit<Data[Name], 'status'> & { status: unknown } }

function otherEvents({ kind, data }: OutboxEvent, subjects: Subjects) {
  const event = Object.hasOwn(STATE_KINDS, kind) ? STATE_KINDS[kind as keyof typeof STATE_KINDS] : null
  // Only the first confirmation of an address is that of a new person.
  if (!event || (event === 'person.created' && data.welcome !== true)) return []
  const subject = subjects[event.split('.')[0] as keyof Subjects]
  return subject.status === undefined ? [] : [{ event, data: subject as Data[keyof Data] }]
}

async function readTransactions(sql: Reader, ids: readonly string[]): Promise<Map<string, TransactionRow>> {
  const rows = await sql<TransactionRow[]>`
    select t.id, t.account_id, a.owner_id, t.type, t.reverses_id, t.proposed_by, t.receipt_id
    from transactions t join accounts a on a.id = t.account_id where t.id = any(${ids}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

async function readStates<Status>(query: ReturnType<Reader>): Promise<Map<string, Status>> {
  const rows = (await query) as unknown as { id: string; status: Status }[]
  return new Map(rows.map(({ id, status }) => [id, status]))
}

const idsIn = (rows: readonly OutboxEvent[], field: 'transactionId' | 'receivedId' | 'accountId' | 'orderId') =>
  rows.flatMap(({ data }) => (typeof data[field] === 'string' ? [data[field]] : []))
const peopleOf = (rows: readonly OutboxEvent[]) => [...new Set(rows.map(({ personId }) => personId))]
