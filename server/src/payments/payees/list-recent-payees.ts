import { normalizeNumber, SEPARATORS } from '#contract/account-numbers.ts'
import { MAX_PAYEES, type RecentPayee } from '#contract/payments/payees.ts'
import type { Sql } from '../../platform/db/connection.ts'

/** Enough for every monthly payee, and a bound on the work for a long history. */
const MAX_TRANSFERS_READ = 300

type PayeeRow = {
  party_name: string
  party_account: string
  party_bank: string
  party_iban: string
  party_swift: string
  value_at: Date
}

/** Payees of the latest transfers, of which older ones have numbers as they were typed. An account at a bank is one payee, under its latest name. */
export async function listRecentPayees(sql: Sql, personId: string): Promise<RecentPayee[]> {
  const rows = await sql<PayeeRow[]>`
    select * from (
      select distinct on (number, party_bank)
        party_name, party_account, party_bank, party_iban, party_swift, value_at
      from (
        select newest.*, upper(regexp_replace(party_account, ${`[${SEPARATORS}]`}, '', 'g')) as number from accounts a cross join lateral (
          select id, party_name, party_account, party_bank, party_iban, party_swift, value_at from transactions
          where account_id = a.id and type = 'Transfer' and reverses_id is null and method <> 'move'
          order by value_at desc, id desc limit ${MAX_TRANSFERS_READ}) newest
        where a.owner_id = ${personId}
        order by value_at desc, id desc limit ${MAX_TRANSFERS_READ}) latest
      where party_account <> ''
      order by number, party_bank, value_at desc, id desc) payees
    order by value_at desc limit ${MAX_PAYEES}`
  return rows.map((row) => ({
    accountName: row.party_name,
    accountNumber: normalizeNumber(row.party_account),
    bankName: row.party_bank,
    iban: row.party_iban,
    swiftCode: row.party_swift,
    lastUsedAt: row.value_at.toISOString(),
  }))
}
