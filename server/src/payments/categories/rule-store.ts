import type { Category } from '#contract/payments/categories.ts'
import { folded } from '../../customers/folded-search.ts'
import { compactColumn } from '../../ledger/paid-account.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

/**
 * Whom a rule is about, of the transaction `t`; null where no one is named. An account of this bank has an id; one elsewhere is
 * its IBAN, also where it was typed as the number, or its number at its bank; without an account it is the name. A rule about
 * money that went out says nothing about what comes in. Short enough for the primary key, however long the names are.
 */
export const payeeKey = (sql: Reader) => {
  const account = compactColumn(sql, sql`coalesce(nullif(t.party_iban, ''), t.party_account)`)
  return sql`
    (case when t.type = 'Deposit' then 'from ' else 'to ' end || left(case
      when t.method = 'move' then null
      when t.party_id is not null then 'account ' || t.party_id
      when ${account} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' then 'iban ' || ${account}
      when t.party_account <> '' then 'number ' || t.party_account || ' at ' || ${folded(sql, sql`t.party_bank`)}
      when t.party_name <> '' then 'name ' || ${folded(sql, sql`t.party_name`)} end, 500))`
}

type PayeeRow = { key: string | null; name: string; account_number: string; bank_name: string }

/** Of one of the person's transactions. */
export async function readPayee(sql: Reader, personId: string, transactionId: string): Promise<PayeeRow | null> {
  const [row] = await sql<PayeeRow[]>`
    select ${payeeKey(sql)} as key, t.party_name as name, t.party_account as account_number, t.party_bank as bank_name
    from transactions t join accounts a on a.id = t.account_id
    where t.id = ${transactionId} and a.owner_id = ${personId}`
  return row ?? null
}

type Rule = { personId: string; key: string; name: string; category: Category | null; at: Date }

export async function storeRule(tx: Tx, { personId, key, name, category, at }: Rule): Promise<void> {
  await tx`
    insert into category_rules (person_id, payee_key, payee_name, category, updated_at)
    values (${personId}, ${key}, ${name}, ${category ?? ''}, ${at})
    on conflict (person_id, payee_key) do update
      set payee_name = excluded.payee_name, category = excluded.category, updated_at = excluded.updated_at`
}
