import { MAIN_ACCOUNT_NAME } from '#contract/customers/accounts.ts'
import type { Status } from '#contract/customers/people.ts'
import { isVerified } from '../../customers/verified.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** An account as the confirmation of account shows it: without any balance. */
export type Confirmation = {
  account: { id: string; number: string; name: string; kind: 'main' | 'savings'; openedAt: Date; closedAt: Date | null }
  holder: { id: string; name: string; address: string; status: Status; isVerified: boolean; locale: string | null }
  /** The bank's time zone. */
  zone: string
}

type ConfirmationRow = {
  id: string
  number: string
  name: string
  kind: 'main' | 'savings'
  opened_at: Date
  closed_at: Date | null
  owner_id: string
  full_name: string
  address: string
  status: Status
  is_verified: boolean
  locale: string | null
}

/** The main account, unless another one of the person is named. An account of another person does not exist here. */
export async function readConfirmation(
  sql: Reader,
  { personId, accountId }: { personId: string; accountId?: string | undefined },
  zone: string,
): Promise<Confirmation> {
  const [row] = await sql<ConfirmationRow[]>`
    select a.id, a.number, a.name, a.kind, a.opened_at, a.closed_at, a.owner_id, p.full_name, p.address, p.status, p.locale,
      ${isVerified(sql)} as is_verified
    from accounts a join people p on p.id = a.owner_id
    where a.id = ${accountId ?? mainAccountId(personId)} and a.owner_id = ${personId}`
  if (!row) throw new Refusal('not_found')
  const { id, number, kind } = row
  return {
    account: {
      id,
      number,
      kind,
      name: row.name || MAIN_ACCOUNT_NAME,
      openedAt: row.opened_at,
      closedAt: row.closed_at,
    },
    holder: {
      id: row.owner_id,
      name: row.full_name,
      address: row.address,
      status: row.status,
      isVerified: row.is_verified,
      locale: row.locale,
    },
    zone,
  }
}
