import { tagKey } from '#contract/customers/tags.ts'
import { column } from '../platform/db/arrays.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import type { DemoPerson } from './people.ts'
import type { Receipt } from './to-commands.ts'

export async function updatePeopleDetails(tx: Tx, people: readonly (DemoPerson & { id: string })[]): Promise<void> {
  await tx`
    update people p
    set mobile = d.mobile, nationality = d.nationality, dob = d.dob, gender = d.gender, address = d.address
    from unnest(
      ${column(people, ({ id }) => id)}::uuid[], ${column(people, ({ mobile }) => mobile)}::text[],
      ${column(people, ({ nationality }) => nationality)}::text[], ${column(people, ({ dob }) => dob)}::date[],
      ${column(people, ({ gender }) => gender)}::text[], ${column(people, ({ address }) => address)}::text[])
      as d (id, mobile, nationality, dob, gender, address)
    where p.id = d.id`
}

export async function insertReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  await tx`
    insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
    select id, owner_id, 'pdf', 'application/pdf', bytes, file_hash, created_at from unnest(
      ${column(receipts, ({ id }) => id)}::uuid[], ${column(receipts, ({ ownerId }) => ownerId)}::uuid[],
      ${column(receipts, ({ bytes }) => bytes)}::bytea[], ${column(receipts, ({ fileHash }) => fileHash)}::bytea[],
      ${column(receipts, ({ at }) => at)}::timestamptz[]) as r (id, owner_id, bytes, file_hash, created_at)`
}

type DemoNote = { id: string; personId: string; authorId: string; text: string; at: Date }

export async function insertNote(tx: Tx, { id, personId, authorId, text, at }: DemoNote): Promise<void> {
  await tx`
    insert into staff_notes (id, person_id, author_id, text, at) values (${id}, ${personId}, ${authorId}, ${text}, ${at})`
}

type DemoTag = { personId: string; text: string; authorId: string; at: Date }

export async function insertTag(tx: Tx, { personId, text, authorId, at }: DemoTag): Promise<void> {
  await tx`
    insert into person_tags (person_id, key, text, author_id, at)
    values (${personId}, ${tagKey(text)}, ${text}, ${authorId}, ${at})`
}

export type DemoConversation = {
  personId: string
  assigneeId: string | null
  isSolved: boolean
  messages: { id: string; senderId: string; fromOffice: boolean; text: string; at: Date }[]
}

/** Everything in it has been read: a new message stands out. */
export async function insertConversation(
  tx: Tx,
  { personId, assigneeId, isSolved, messages }: DemoConversation,
): Promise<void> {
  const last = messages.at(-1)
  if (!last) return
  const answered = messages.findLastIndex(({ fromOffice }) => fromOffice)
  const waitingSince = messages[answered + 1]?.at ?? null
  await tx`
    insert into conversations (person_id, message_number, last_message, last_message_at, unread_by_person, unread_by_office,
                               assigned_to, waiting_since, solved_at)
    values (${personId}, ${messages.length}, ${last.text}, ${last.at}, 0, 0, ${assigneeId}, ${waitingSince},
            ${isSolved ? last.at : null})`
  await tx`
    insert into messages (person_id, number, id, sender_id, from_office, text, created_at, seen_at)
    select ${personId}, place, id, sender_id, sender_id <> ${personId}, text, at, at from unnest(
      ${column(messages, ({ id }) => id)}::uuid[], ${column(messages, ({ senderId }) => senderId)}::uuid[],
      ${column(messages, ({ text }) => text)}::text[], ${column(messages, ({ at }) => at)}::timestamptz[])
      with ordinality as m (id, sender_id, text, at, place)`
}

/** Oldest first, of the bank's own account details; the payment reference of the person is made of the number. */
export const readPendingDeposits = (sql: Reader) =>
  sql<{ amount: bigint; full_name: string; number: string }[]>`
    select t.amount, p.full_name, m.number
    from transactions t join accounts a on a.id = t.account_id join people p on p.id = a.owner_id join accounts m on m.id = p.id
    where t.status = 'Pending' and t.type = 'Deposit' and t.method = 'bank'
    order by t.submitted_at, t.id limit 3`

/** The newest of the payment run. */
export const readSentWires = (sql: Reader) =>
  sql<{ reference: string; amount: bigint; party_name: string }[]>`
    select t.reference, t.amount, t.party_name from run_payments r join transactions t on t.id = r.transaction_id
    order by r.place desc limit 6`
