import type { UnclearedDeposit } from '#contract/external-money/bank-statements.ts'
import type { StatementEntryAct } from '../../ledger/statement-entry.ts'
import { readUnclearedDeposits } from '../../ledger/uncleared-deposits.ts'
import { toDepositAnswer } from '../../payments/deposit-answer.ts'
import type { Reader } from '../../platform/db/connection.ts'

type DepositChoice = { personId: string; deposits: UnclearedDeposit[] }

/** The deposits that an entry may be, of the person whom the refused match would have credited. */
export async function readDepositChoice(sql: Reader, entryId: string, act: StatementEntryAct): Promise<DepositChoice> {
  const target = act.kind === 'match' ? act.target : null
  const [personId, transactionId] = [
    target?.kind === 'person' ? target.personId : null,
    target?.kind === 'transaction' ? target.transactionId : null,
  ]
  const [row] = await sql<{ person_id: string; amount: bigint; booked_on: string }[]>`
    select l.amount, l.booked_on::text as booked_on, coalesce(${personId}::uuid, (
      select a.owner_id from transactions t join accounts a on a.id = t.account_id where t.id = ${transactionId}::uuid)) as person_id
    from bank_statement_lines l where l.id = ${entryId}`
  if (!row) throw new Error('The entry of a refused match was not found')
  const entry = { amountCents: row.amount, bookedOn: row.booked_on }
  const deposits = await readUnclearedDeposits(sql, row.person_id, entry)
  return {
    personId: row.person_id,
    deposits: deposits.map(toDepositAnswer),
  }
}
