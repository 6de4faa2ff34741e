import type { PaymentRun } from '#contract/external-money/payment-runs.ts'
import { verbatim } from '#contract/text.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { readSettings } from '../../settings/read-settings.ts'

/** The institution's own account that pays: its name in the bank, and as a payment file names it. */
export type PayingAccount = {
  shownName: string
  debtor: { name: string; number: string; externalAccountId: string | null }
}

export const toAccountResponse = ({ shownName, debtor }: PayingAccount): PaymentRun['account'] => ({
  _id: debtor.externalAccountId,
  name: verbatim(shownName),
  number: verbatim(debtor.number),
})

type Row = { id: string; name: string; number: string }

/** The chosen one, or else the only one; without any, where customers deposit: the institution has an account there. */
export async function choosePayingAccount(
  sql: Reader,
  chosenId: string | null,
  holder: string,
): Promise<PayingAccount> {
  const rows = await sql<Row[]>`
    select id, name, number from outside_accounts where ${chosenId === null ? sql`true` : sql`id = ${chosenId}`}
    order by created_at, id limit 2`
  const [row] = rows
  if (!row && chosenId !== null) throw new Refusal('not_found')
  if (rows.length > 1) throw invalidField('outsideAccountId', 'Choose the account that pays.')
  return row ? externalAccount(row, holder) : depositAccount(sql, holder)
}

/** The account that a preview showed, as it is now. */
export async function readShownAccount(sql: Reader, id: string | null, holder: string): Promise<PayingAccount> {
  return id === null ? depositAccount(sql, holder) : choosePayingAccount(sql, id, holder)
}

const externalAccount = ({ id, name, number }: Row, holder: string): PayingAccount => ({
  shownName: name,
  debtor: { name: holder, number, externalAccountId: id },
})

async function depositAccount(sql: Reader, holder: string): Promise<PayingAccount> {
  const { accountName, accountNumber } = (await readSettings(sql)).bankingInfo
  const name = accountName || holder
  return { shownName: name, debtor: { name, number: accountNumber, externalAccountId: null } }
}
