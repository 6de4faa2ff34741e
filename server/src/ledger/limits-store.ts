import type { Reader, Tx } from '../platform/db/connection.ts'
import { parameterRows } from '../platform/db/parameter-rows.ts'
import { mainAccountId } from './account.ts'
import { isOfCustomer, paysOut } from './core/customer-payment.ts'
import { type BankDay, bankDayAt, sentKey } from './daily-limit.ts'
import type { PersonLimits } from './person.ts'
import type { Command } from './types.ts'

export type LimitColumns = {
  limit_own: bigint | null
  limit_next: bigint | null
  limit_next_at: Date | null
  limit_staff: bigint | null
}

export const toLimits = (row: LimitColumns): PersonLimits => ({
  ownCents: row.limit_own,
  next: row.limit_next_at && { cents: row.limit_next, at: row.limit_next_at },
  staffCents: row.limit_staff,
})

type SenderDay = { personId: string; day: BankDay }
type SentRow = { person_id: string; start: Date; cents: string }

/** The people who send in this batch, and the days on which they do. */
export function senderDaysOf(commands: readonly Command[], zone: string): SenderDay[] {
  const senderDays = new Map<string, SenderDay>()
  for (const command of commands) {
    const { actor, at } = command
    if (!paysOut(command) || !isOfCustomer(actor)) continue
    const day = bankDayAt(at, zone)
    senderDays.set(sentKey(actor.personId, day), { personId: actor.personId, day })
  }
  return [...senderDays.values()]
}

const senderDayRows = parameterRows<SenderDay>([
  ['uuid', ({ personId }) => personId],
  ['timestamptz', ({ day }) => day.start],
  ['timestamptz', ({ day }) => day.end],
])

/** Whose daily limit is their own, or given to them by staff. */
export function withOwnLimit(
  senderDays: readonly SenderDay[],
  accounts: readonly ({ id: string } & LimitColumns)[],
): SenderDay[] {
  const limited = accounts.filter((row) => row.limit_own !== null || row.limit_staff !== null)
  const ids = new Set(limited.map(({ id }) => id))
  return senderDays.filter(({ personId }) => ids.has(mainAccountId(personId)))
}

/**
 * What each person has sent on each day, pending or completed. What stays with its owner, and what staff debit or reverse,
 * does not count.
 */
export const readSent = (tx: Reader, senderDays: readonly SenderDay[]) =>
  tx<SentRow[]>`
    select given.person_id, given.start, coalesce(sum(-t.amount), 0) as cents
    from ${senderDayRows(tx, senderDays)} as given (person_id, start, finish)
    join accounts a on a.owner_id = given.person_id
    left join transactions t on t.account_id = a.id and t.type = 'Transfer' and t.value_at >= given.start and t.value_at < given.finish
      and t.status <> 'Declined' and t.method in ('wire', 'internal') and t.reverses_id is null
      and not exists (select 1 from accounts o where o.id = t.party_id and o.owner_id = given.person_id)
    group by given.person_id, given.start`

export const toSentCents = (rows: readonly SentRow[]): Map<string, bigint> =>
  new Map(rows.map(({ person_id, start, cents }) => [`${person_id} ${start.getTime()}`, BigInt(cents)]))

/** What a person has sent on the day of `at`, whether or not a limit applies. */
export async function readSentCents(sql: Reader, personId: string, at: Date, zone: string): Promise<bigint> {
  const [row] = await readSent(sql, [{ personId, day: bankDayAt(at, zone) }])
  return BigInt(row?.cents ?? 0)
}

export async function readPersonLimits(sql: Reader, personId: string): Promise<PersonLimits | null> {
  const [row] = await sql<LimitColumns[]>`
    select limit_own, limit_next, limit_next_at, limit_staff from accounts
    where id = ${mainAccountId(personId)} and number is not null`
  return row ? toLimits(row) : null
}

/** Under the person's lock, which every transfer holds while it is decided. */
export async function writePersonLimits(tx: Tx, personId: string, { ownCents, next, staffCents }: PersonLimits) {
  await tx`
    update accounts set limit_own = ${ownCents}, limit_next = ${next?.cents ?? null}, limit_next_at = ${next?.at ?? null},
                        limit_staff = ${staffCents}
    where id = ${mainAccountId(personId)}`
}
