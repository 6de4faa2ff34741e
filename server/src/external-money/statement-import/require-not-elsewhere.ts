import type { Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/**
 * A file that names its accounts is of those that it was imported for. For another one, that import is undone first: else its money is in the books
 * twice.
 */
export async function requireNotElsewhere(tx: Tx, fileHash: Buffer, accountIds: readonly string[]): Promise<void> {
  const [other] = await tx<{ name: string; number: string }[]>`
    select a.name, a.number from bank_statements s join outside_accounts a on a.id = s.outside_account_id
    where s.file_hash = ${fileHash} and not s.outside_account_id = any(${accountIds}::uuid[])
      and not exists (select from statement_undos u where u.statement_id = s.id)`
  if (other)
    throw new Refusal('imported_elsewhere', {
      message: `This file was imported for ${other.name} (${other.number}). Undo that import first.`,
    })
}
