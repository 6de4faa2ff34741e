import { MAIN_ACCOUNT_NAME } from '#contract/customers/accounts.ts'
import { type TransactionRow, toTransaction, transactionColumns } from '../../ledger/rows.ts'
import type { Transaction } from '../../ledger/types.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** A transaction as its receipt shows it. */
export type Receipt = {
  transaction: Transaction
  account: { id: string; number: string; name: string }
  holder: { id: string; name: string; locale: string | null }
  /** Of the transaction that this one reverses, and of the one that reversed it. */
  reversesReference: string | null
  reversedByReference: string | null
  /** The bank's time zone. */
  zone: string
}

type ReceiptRow = TransactionRow & {
  account_number: string
  account_name: string
  holder_name: string
  holder_locale: string | null
  reverses_reference: string | null
  reversed_by_reference: string | null
}

/** Without a person, for staff. A transaction of another person does not exist here. */
export async function readReceipt(
  sql: Reader,
  { transactionId, personId }: { transactionId: string; personId?: string },
  zone: string,
): Promise<Receipt> {
  const [row] = await sql<ReceiptRow[]>`
    select ${transactionColumns(sql)}, a.number as account_number, a.name as account_name, p.full_name as holder_name,
      p.locale as holder_locale,
      (select o.reference from transactions o where o.id = t.reverses_id) as reverses_reference,
      (select r.reference from transactions r where r.reverses_id = t.id and r.status = 'Completed' limit 1)
        as reversed_by_reference
    from transactions t join accounts a on a.id = t.account_id join people p on p.id = a.owner_id
    where t.id = ${transactionId} and (${personId ?? null}::uuid is null or a.owner_id = ${personId ?? null})`
  if (!row) throw new Refusal('not_found')
  return {
    transaction: toTransaction(row),
    account: { id: row.account_id, number: row.account_number, name: row.account_name || MAIN_ACCOUNT_NAME },
    holder: { id: row.owner_id, name: row.holder_name, locale: row.holder_locale },
    reversesReference: row.reverses_reference,
    reversedByReference: row.reversed_by_reference,
    zone,
  }
}
