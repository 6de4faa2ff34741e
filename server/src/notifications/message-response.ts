import { imageUrlOf } from '#contract/customers/image-url.ts'
import type { TransactionCard } from '#contract/ledger/transaction.ts'
import { toAmount } from '#contract/money.ts'
import type { SupportMessage } from '#contract/notifications/messages.ts'
import type { TransactionStatus, TransactionType } from '../ledger/types.ts'
import type { Reader } from '../platform/db/connection.ts'

export type MessageRow = {
  id: string
  person_id: string
  number: bigint
  from_office: boolean
  text: string
  created_at: Date
  seen_at: Date | null
  author: string
  attachment_id: string | null
  attachment_kind: 'image' | 'pdf' | null
  card_id: string | null
  card_type: TransactionType
  card_amount: bigint
  card_status: TransactionStatus
  card_reference: string
  card_at: Date
  card_booked_at: Date | null
}

/** Columns and joins of every query whose rows `toMessage` maps: `select ${messageColumns} from messages m ${messageJoins}`. */
export const messageColumns = (sql: Reader) => sql`
  m.id, m.person_id, m.number, m.from_office, m.text, m.created_at, m.seen_at, w.full_name as author,
  m.attachment_id, u.kind as attachment_kind, t.id as card_id, t.type as card_type, t.amount as card_amount,
  t.status as card_status, t.reference as card_reference, t.value_at as card_at,
  t.booked_at as card_booked_at`
export const messageJoins = (sql: Reader) => sql`
  join people w on w.id = m.sender_id
  left join uploads u on u.id = m.attachment_id
  left join transactions t on t.id = m.transaction_id`

/** Customers see replies as the bank's; only the office sees which administrator wrote them. */
export const toMessage = (row: MessageRow, reader: 'person' | 'office'): SupportMessage => ({
  _id: row.id,
  message: row.text,
  isAdmin: row.from_office,
  createdAt: row.created_at.toISOString(),
  seenAt: row.seen_at?.toISOString() ?? null,
  author: row.from_office && reader === 'person' ? null : row.author,
  attachment:
    row.attachment_id && row.attachment_kind
      ? { imageUrl: imageUrlOf(row.attachment_id), kind: row.attachment_kind }
      : null,
  transaction: row.card_id
    ? {
        _id: row.card_id,
        type: row.card_type,
        amount: toAmount(row.card_amount),
        status: row.card_status,
        reference: row.card_reference,
        createdAt: row.card_at.toISOString(),
        bookedAt: row.card_booked_at?.toISOString() ?? null,
      }
    : null,
})

export async function readMessagesById(sql: Reader, ids: readonly string[]): Promise<Map<string, MessageRow>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages m ${messageJoins(sql)} where m.id = any(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

type CardRow = {
  id: string
  type: TransactionType
  amount: bigint
  status: TransactionStatus
  reference: string
  value_at: Date
  booked_at: Date | null
  sender_name: string
}

export async function readTransactionCards(sql: Reader, ids: readonly string[]): Promise<Map<string, TransactionCard>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<CardRow[]>`
    select id, type, amount, status, reference, value_at, booked_at,
           case when type = 'Deposit' and method = 'internal' then party_name else '' end as sender_name
    from transactions where id = any(${[...ids]}::uuid[])`
  return new Map(
    rows.map((row) => [
      row.id,
      {
        _id: row.id,
        type: row.type,
        amount: toAmount(row.amount),
        status: row.status,
        reference: row.reference,
        createdAt: row.value_at.toISOString(),
        bookedAt: row.booked_at?.toISOString() ?? null,
        ...(row.sender_name && { counterpartyName: row.sender_name }),
      },
    ]),
  )
}
