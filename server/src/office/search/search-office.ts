import type { User } from '#contract/customers/people.ts'
import { toAmount } from '#contract/money.ts'
import {
  type FoundEntry,
  type FoundPerson,
  type FoundTransaction,
  SEARCH_RESULTS,
  type SearchResults,
} from '#contract/office/office-search.ts'
import { readUsers } from '../../customers/person.ts'
import { digitsOf } from '../../customers/phone-search.ts'
import { readIdPrefix, readReference } from '../../payments/quoted-texts.ts'
import { searchedAmounts } from '../../payments/searched-amounts.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { readPlannedForParameters } from '../../platform/db/plans.ts'
import {
  type FoundEntryRow,
  type FoundTransactionRow,
  indexedPeople,
  newestByCounterparty,
  newestEntries,
  newestPeople,
  peopleByAccountNumber,
  readFoundTransactions,
  transactionsByAmount,
  transactionsByIdRange,
  transactionsByReference,
} from './store.ts'

/** Fewer digits are in too many numbers. */
const MIN_DIGITS = 4
const TRIGRAM = 3
/** Staff type on: an answer that takes longer is of no use. */
const TIMEOUT_MS = 3_000
/** One more than is shown: it says whether there are more. */
const LIMIT = SEARCH_RESULTS + 1

/** `shown`: the people whose data is in the results, for the access log. */
type Found = { results: SearchResults; shown: string[] }

/** One snapshot, so that what was found is there when it is read. Statement entries only for those who may read them. */
export async function searchOffice(
  sql: Sql,
  text: string,
  { entries: readsEntries }: { entries: boolean },
): Promise<Found> {
  return readPlannedForParameters(sql, async (tx) => {
    await tx.unsafe(`set local statement_timeout = ${TIMEOUT_MS}`)
    const personIds = await findPeople(tx, text)
    const amountsCents = searchedAmounts(text)
    const transactionIds = await findTransactions(tx, text, amountsCents)
    const entries = readsEntries ? await newestEntries(tx, { text, amountsCents, limit: LIMIT }) : []
    const shownEntries = entries.slice(0, SEARCH_RESULTS)
    const people = await readUsers(tx, personIds.slice(0, SEARCH_RESULTS))
    const transactions = await readTransactions(tx, transactionIds.slice(0, SEARCH_RESULTS))
    return {
      results: {
        people: people.map(toFoundPerson),
        transactions,
        entries: shownEntries.map(toFoundEntry),
        morePeople: personIds.length > SEARCH_RESULTS,
        moreTransactions: transactionIds.length > SEARCH_RESULTS,
        moreEntries: entries.length > SEARCH_RESULTS,
      },
      shown: [
        ...people.map(({ _id }) => _id),
        ...transactions.map(({ user }) => user._id),
        ...shownEntries.flatMap(({ person_id }) => person_id ?? []),
      ],
    }
  })
}

async function findPeople(tx: Tx, text: string): Promise<string[]> {
  const digits = digitsOf(text, MIN_DIGITS)
  const search = { text, digits, limit: LIMIT }
  const found = new Set<string>()
  const number = digits ?? numberInReference(text)
  if (number) for (const { id } of await peopleByAccountNumber(tx, number, LIMIT)) found.add(id)
  for (const { id } of await newestPeople(tx, search)) found.add(id)
  if (found.size < LIMIT && text.length >= TRIGRAM) for (const { id } of await indexedPeople(tx, search)) found.add(id)
  return [...found].toSorted().toReversed().slice(0, LIMIT)
}

/** The digits of the account number in a payment reference or its beginning: 'RF18 5390 0754 7034'. */
function numberInReference(text: string): string | null {
  const number = /^RF\d\d(\d+)$/.exec(text.toUpperCase().replace(/[\s./-]/g, ''))?.[1]
  return number && number.length >= MIN_DIGITS ? number : null
}

/** What was quoted exactly comes first. */
async function findTransactions(tx: Tx, text: string, amountsCents: readonly bigint[]): Promise<string[]> {
  const [ids, reference] = [readIdPrefix(text), readReference(text)]
  const found = [
    ...(ids ? await transactionsByIdRange(tx, ids, LIMIT) : []),
    ...(reference ? await transactionsByReference(tx, reference, LIMIT) : []),
    ...(amountsCents.length > 0 ? await transactionsByAmount(tx, amountsCents, LIMIT) : []),
    ...(await newestByCounterparty(tx, text, LIMIT)),
  ]
  return [...new Set(found.map(({ id }) => id))].slice(0, LIMIT)
}

async function readTransactions(tx: Tx, ids: readonly string[]): Promise<FoundTransaction[]> {
  const rows = ids.length > 0 ? await readFoundTransactions(tx, ids) : []
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(toFoundTransaction))
}

const toFoundPerson = ({ _id, fullName, email, mobile, accountNumber, role, status }: User): FoundPerson => ({
  _id,
  fullName,
  email,
  mobile,
  accountNumber,
  role,
  status,
})

const toFoundTransaction = (row: FoundTransactionRow): FoundTransaction => ({
  _id: row.id,
  user: { _id: row.owner_id, fullName: row.full_name },
  type: row.type,
  amount: toAmount(row.amount),
  status: row.status,
  createdAt: row.value_at.toISOString(),
  reference: row.reference,
  counterparty: row.party_name,
})

const toFoundEntry = (row: FoundEntryRow): FoundEntry => ({
  _id: row.id,
  account: row.account,
  bookedOn: row.booked_on,
  amount: toAmount(row.amount),
  counterpartyName: row.counterparty_name,
  text: row.text,
  state: row.state,
})
