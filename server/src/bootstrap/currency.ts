import type { Currency } from '#contract/money.ts'
import type { Reader, Sql } from '../platform/db/connection.ts'
import { StartError } from '../platform/runtime/start-error.ts'

const CURRENCY = 'currency'

/** The code of the currency of all amounts in the database; null before the first start. */
export async function readCurrency(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`select value from bank_facts where name = ${CURRENCY}`
  return row?.value ?? null
}

/** The first start fixes the currency: the same rows would be other money in another. Parallel starts agree on one. */
export async function fixCurrency(sql: Sql, { code }: Currency): Promise<void> {
  if ((await readCurrency(sql)) === code) return
  await sql`insert into bank_facts (name, value) values (${CURRENCY}, ${code}) on conflict (name) do nothing`
  const fixed = await readCurrency(sql)
  if (fixed !== code)
    throw new StartError(`BANK_CURRENCY must stay ${fixed}, the currency of this bank's accounts, got "${code}".`)
}
