import type { Reader } from '../platform/db/connection.ts'
import { parameterRows } from '../platform/db/parameter-rows.ts'
import type { AdjustmentCommand } from './types.ts'
import { DEPOSIT_DAYS } from './uncleared-deposits.ts'

/** A credit by staff that may be the money of a statement entry. */
export type Funding = Pick<AdjustmentCommand, 'id' | 'ownerId' | 'amountCents' | 'at'>

/** How much of a wire fees may take off on its way, in percent. */
const MAX_FEE = 5

const fundingRows = parameterRows<Funding>([
  ['uuid', ({ id }) => id],
  ['uuid', ({ ownerId }) => ownerId],
  ['bigint', ({ amountCents }) => amountCents],
  ['timestamptz', ({ at }) => at],
])

/**
 * The credits beside which a statement entry of the last weeks waits that they may be: one of the amount that names no customer, or one
 * of this customer with the amount or a little less. Booking the entry later would credit the same money twice.
 */
export const readFundedBesideEntries = (sql: Reader, fundings: readonly Funding[]) => sql<{ id: string }[]>`
  select f.id from ${fundingRows(sql, fundings)} as f (id, owner_id, amount, at)
  where exists (
    select 1 from bank_statement_lines l
    where l.state in ('matched', 'suggested', 'unmatched') and l.amount = f.amount
      and l.booked_on >= f.at::date - ${DEPOSIT_DAYS}::int and l.person_id is null)
  or exists (
    select 1 from bank_statement_lines l
    where l.person_id = f.owner_id and l.state in ('matched', 'suggested', 'unmatched')
      and l.amount between f.amount - f.amount * ${MAX_FEE}::int / 100 and f.amount
      and l.booked_on >= f.at::date - ${DEPOSIT_DAYS}::int)`
