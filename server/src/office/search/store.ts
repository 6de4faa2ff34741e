import { searchedNumber } from '#contract/account-numbers.ts'
import { containsPattern, emailContains } from '../../customers/email-search.ts'
import { nameContains } from '../../customers/folded-search.ts'
import { idsByAccountNumber, phoneContains } from '../../customers/phone-search.ts'
import { referenceBeginsWith } from '../../payments/quoted-texts.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

/** How far back a scan without an index goes. */
const NEWEST_PEOPLE = 5_000
const NEWEST_TRANSACTIONS = 20_000
/** An index may find more; the newest of these are shown. */
const MAX_FOUND = 10_000

type PersonSearch = { text: string; digits: string | null; limit: number }

const matches = (sql: Reader, { text, digits }: PersonSearch) => sql`(
  ${nameContains(sql, text)} or ${emailContains(sql, text)}
  ${digits ? sql`or ${phoneContains(sql, digits)}` : sql``})`

/** Stops as soon as the page is full: texts that many people have are found here. */
export const newestPeople = (tx: Tx, search: PersonSearch) => tx<{ id: string }[]>`
  select id from (
    select id, full_name, email_key, mobile from people order by id desc limit ${tx.unsafe(String(NEWEST_PEOPLE))}) newest
  where ${matches(tx, search)} order by id desc limit ${search.limit}`

/**
 * Texts that few people have, at least three characters long. Without an order inside: PostgreSQL would rather read all
 * people from the newest on than sort what the trigram indexes find.
 */
export const indexedPeople = (tx: Tx, search: PersonSearch) => tx<{ id: string }[]>`
  with found as materialized (
    select id from people where ${matches(tx, search)} limit ${tx.unsafe(String(MAX_FOUND))})
  select id from found order by id desc limit ${search.limit}`

export const peopleByAccountNumber = (tx: Tx, digits: string, limit: number) => tx<{ id: string }[]>`
  with found as materialized (${idsByAccountNumber(tx, digits)} limit ${tx.unsafe(String(MAX_FOUND))})
  select distinct id from found order by id desc limit ${limit}`

/** The newest first. `last` is inclusive. */
export const transactionsByIdRange = (tx: Tx, { first, last }: { first: string; last: string }, limit: number) => tx<
  { id: string }[]
>`
  select id from transactions where id between ${first} and ${last} order by id desc limit ${limit}`

export const transactionsByReference = (tx: Tx, beginning: string, limit: number) => tx<{ id: string }[]>`
  select id from transactions t where ${referenceBeginsWith(tx, beginning)}
  order by reference collate "C" limit ${limit}`

/** No index on names: every transfer would pay for it. The list of all transactions searches all of them. */
export const newestByCounterparty = (tx: Tx, text: string, limit: number) => tx<{ id: string }[]>`
  select id from (
    select id, value_at, party_name, party_account, party_iban from transactions order by value_at desc, id desc
    limit ${tx.unsafe(String(NEWEST_TRANSACTIONS))}) newest
  where party_name ilike ${containsPattern(text)} or party_account ilike ${containsPattern(text)}
    or party_iban ilike ${containsPattern(text)} ${hasNumber(tx, text)}
  order by value_at desc, id desc limit ${limit}`

function hasNumber(tx: Tx, text: string) {
  const number = searchedNumber(text)
  if (number === null) return tx``
  return tx`or party_account ilike ${containsPattern(number)} or party_iban ilike ${containsPattern(number)}`
}

export type FoundTransactionRow = {
  id: string
  owner_id: string
  full_name: string
  type: 'Deposit' | 'Transfer'
  amount: bigint
  status: 'Pending' | 'Completed' | 'Declined'
  value_at: Date
  reference: string
  party_name: string
}

export const readFoundTransactions = (tx: Tx, ids: readonly string[]) => tx<FoundTransactionRow[]>`
  select t.id, a.owner_id, p.full_name, t.type, t.amount, t.status, t.value_at, t.reference, t.party_name
  from transactions t join accounts a on a.id = t.account_id join people p on p.id = a.owner_id where t.id = any(${[...ids]}::uuid[])`
