import { ago } from '../../platform/db/ago.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { breaksConnection } from '../../platform/db/errors.ts'
import { readNow } from '../../platform/db/read-now.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { PersonalData } from '../../platform/personal-data/personal-data.ts'
import { eraseDue, eraseTables, pseudonymOf } from '../erase-person.ts'
import { lockPerson } from '../lock-person.ts'

/** In one run; the others follow in the next. */
const MAX_PEOPLE = 100
/** Longer than any request takes. */
const SWEEP_AFTER_MS = 60 * 60_000

type FailureObserver = (personId: string, error: unknown) => void

/**
 * Erases what the law lets go by now, by the database's time, and sweeps once what requests left that were under way during the erasure. Returns for how
 * many people. Under the lock of each person, so two servers don't do it twice. A person whose erasure fails doesn't keep the
 * others; the run then fails at its end.
 */
export async function finishErasures(
  { sql, personalData }: { sql: Sql; personalData: PersonalData },
  onFailure: FailureObserver,
): Promise<number> {
  const due = await sql<{ person_id: string }[]>`
    select person_id from erasures
    where (swept_at is null and erased_at <= ${ago(sql, SWEEP_AFTER_MS)})
       or (identity_erased_at is null and identity_until <= ${sql.now()})
       or (books_erased_at is null and books_until <= ${sql.now()})
    order by erased_at limit ${MAX_PEOPLE}`
  let failed = 0
  for (const { person_id: personId } of due)
    await finishErasure(sql, personalData, personId).catch((error: unknown) => {
      if (breaksConnection(error)) throw error
      failed++
      onFailure(personId, error)
    })
  if (failed > 0) throw new Error(`${failed} of ${due.length} erasures failed`)
  return due.length
}

const finishErasure = (sql: Sql, data: PersonalData, personId: string) =>
  inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const swept = await tx`
      update erasures set swept_at = ${tx.now()}
      where person_id = ${personId} and swept_at is null and erased_at <= ${ago(tx, SWEEP_AFTER_MS)}`
    const person = { personId, pseudonym: pseudonymOf(personId), emails: [], at: await readNow(tx) }
    if (swept.count > 0) await eraseTables(tx, data, 'atOnce', person)
    await eraseDue(tx, data, personId)
  })
