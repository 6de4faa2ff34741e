import { searchedNumber } from '#contract/account-numbers.ts'
import type { StatementEntryState } from '#contract/external-money/match-reasons.ts'
import { containsPattern, emailContains } from '../../customers/email-search.ts'
import { nameHasWords } from '../../customers/folded-search.ts'
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
  (${nameHasWords(sql, text)}) or ${emailContains(sql, text)}
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

/** The index on the size of amounts finds them. */
export const transactionsByAmount = (tx: Tx, amountsCents: readonly bigint[], limit: number) => tx<{ id: string }[]>`
  select id from transactions where abs(amount) = any(${[...amountsCents]}::bigint[]) order by id desc limit ${limit}`

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

/** How far back entries are looked at: what they say has no index. */
const NEWEST_ENTRIES = 20_000

export type FoundEntryRow = {
  id: string
  account: string
  booked_on: string
  amount: bigint
  counterparty_name: string | null
  text: string
  state: StatementEntryState
  person_id: string | null
}

type EntrySearch = { text: string; amountsCents: readonly bigint[]; limit: number }

/** References and numbers are compared without spaces and dashes, amounts without their sign. */
export const newestEntries = (tx: Tx, { text, amountsCents, limit }: EntrySearch) => tx<FoundEntryRow[]>`
  select l.id, a.name as account, l.booked_on, l.amount, l.counterparty_name, l.text, l.state, l.person_id
  from (select * from bank_statement_lines order by id desc limit ${tx.unsafe(String(NEWEST_ENTRIES))}) l
  join outside_accounts a on a.id = l.outside_account_id
  where l.text ilike ${containsPattern(text)} or l.counterparty_name ilike ${containsPattern(text)}
    or translate(concat_ws(' ', l.text, l.end_to_end_id, l.bank_reference, l.counterparty_number), ' -', '')
       ilike ${containsPattern(text.replace(/[\s-]/g, ''))}
    or abs(l.amount) = any(${[...amountsCents]}::bigint[])
  order by l.id desc limit ${limit}`
