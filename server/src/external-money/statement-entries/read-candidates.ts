import { accountNumberIn, findPaymentReferences, paymentReferenceOf } from '#contract/payments/payment-reference.ts'
import { referenceOf } from '#contract/payments/reference.ts'
import { DEPOSIT_DAYS, firstIdOf, isUncleared } from '../../ledger/uncleared-deposits.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Reader } from '../../platform/db/connection.ts'
import type { MatchCandidate, MatchPerson } from './match-entry.ts'

/** What matching reads of an entry. */
export type OpenEntry = {
  id: string
  amountCents: bigint
  bookedOn: string
  endToEndId: string | null
  counterpartyName: string | null
  text: string
}

/** What may match each entry, by its id. */
export type Candidates = Map<string, { candidates: MatchCandidate[]; people: MatchPerson[] }>

const MAX_PER_ENTRY = 10
const DAYS_AFTER = 5

/** Crockford's base 32, as in references of transactions. */
const REFERENCE = /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}|\b[0-9A-HJKMNP-TV-Z]{10}\b/g

/** References of transactions that an entry may name, with their hyphen. */
export function transactionReferencesIn({ endToEndId, text }: Pick<OpenEntry, 'endToEndId' | 'text'>): string[] {
  const found = `${endToEndId ?? ''} ${text}`.toUpperCase().match(REFERENCE) ?? []
  return [...new Set(found.map((reference) => reference.replace(/^(.{5})-?/, '$1-')))]
}

type Row = {
  entry_id: string
  transaction_id: string | null
  return_of: string | null
  owner_id: string | null
  number: string | null
  amount: bigint
  reference: string
  name: string
  came_back: boolean
  reversed: boolean
  status: string
  sent_back: boolean
  on: string
}

/** What entries name by reference: payments and what came back of them, people, and what these have deposited. Set-based. */
export async function readNamedCandidates(
  sql: Reader,
  entries: readonly OpenEntry[],
  zone: string,
): Promise<Candidates> {
  const found: Candidates = new Map(entries.map(({ id }) => [id, { candidates: [], people: [] }]))
  const [payments, people] = await Promise.all([readPayments(sql, entries, zone), readPeople(sql, entries)])
  for (const { entry_id, number, owner_id, full_name } of people)
    found.get(entry_id)?.people.push({
      userId: owner_id,
      paymentReference: paymentReferenceOf(number),
      name: full_name,
    })
  for (const row of [...payments, ...(await readDeposits(sql, entries, people, zone))]) add(found, row)
  return found
}

/** Adds wires of the same amount around the day of an entry, and payments of returned credits. Returns the entries that have some. */
export async function addSimilarCandidates(
  sql: Reader,
  found: Candidates,
  entries: readonly OpenEntry[],
  zone: string,
): Promise<Set<string>> {
  if (entries.length === 0) return new Set()
  const [similar, returns] = await Promise.all([readSimilar(sql, entries, zone), readReturns(sql, entries, zone)])
  const rows = [...similar, ...returns]
  for (const row of rows) add(found, row)
  return new Set(rows.map(({ entry_id }) => entry_id))
}

/** Reads the candidates of a few entries; an import reads those of a whole file. */
export async function readCandidates(sql: Reader, entries: readonly OpenEntry[], zone: string): Promise<Candidates> {
  const found = await readNamedCandidates(sql, entries, zone)
  await addSimilarCandidates(sql, found, entries, zone)
  return found
}

/** One transaction, as a candidate for the entry: also what matching would not find by itself. */
export async function readChosen(
  sql: Reader,
  { id, amountCents }: OpenEntry,
  transactionId: string,
  zone: string,
): Promise<MatchCandidate | null> {
  const [row] = await sql<Row[]>`
    select ${id}::uuid as entry_id, ${columns(sql, zone)}, coalesce(o.reference, t.reference) as reference
    from transactions t left join transactions o on o.id = t.reverses_id ${owners(sql)} where t.id = ${transactionId}`
  return row ? toCandidate({ ...row, sent_back: amountCents > 0n && row.amount < 0n }) : null
}

function add(found: Candidates, row: Row): void {
  const list = found.get(row.entry_id)?.candidates
  const candidate = toCandidate(row)
  const isSame = (other: MatchCandidate) =>
    other.transactionId === candidate.transactionId &&
    other.returnOf === candidate.returnOf &&
    other.direction === candidate.direction
  if (list && !list.some(isSame)) list.push(candidate)
}

const toCandidate = (row: Row): MatchCandidate => ({
  transactionId: row.transaction_id,
  userId: row.owner_id,
  returnOf: row.return_of,
  direction: row.amount > 0n || row.sent_back ? 'incoming' : 'outgoing',
  amountCents: row.amount > 0n ? row.amount : -row.amount,
  reference: row.return_of ? referenceOf(row.return_of) : row.reference,
  paymentReference: row.amount > 0n && !row.came_back && row.number ? paymentReferenceOf(row.number) : null,
  name: row.name,
  on: row.on,
  isCredited: row.amount > 0n && row.status === 'Completed',
  remark: row.sent_back
    ? 'returned_payment'
    : row.reversed
      ? 'reversed'
      : row.status === 'Declined'
        ? 'declined'
        : null,
})

/** A wire that is approved, or a deposit that waits for approval and is not reversed, and that no entry has cleared or made. */
const isOpenWire = (sql: Reader) => sql`
  t.method in ('wire', 'bank') and (t.status = 'Completed' or (t.status = 'Pending' and t.type = 'Deposit' and t.reverses_id is null))
  and not exists (select 1 from bank_statement_lines l where l.transaction_id = t.id and (l.state = 'booked' or l.deposit_id = t.id))
  and (t.amount < 0 or ${isNotReversed(sql)})`

const isNotReversed = (sql: Reader) =>
  sql`not exists (select 1 from transactions v where v.reverses_id = t.id and v.status <> 'Declined')`

const columns = (sql: Reader, zone: string, sentBack = false) => sql`
  t.id as transaction_id, null::uuid as return_of, a.owner_id, m.number, t.amount,
  case when t.amount > 0 and t.reverses_id is null then p.full_name else t.party_name end as name,
  t.reverses_id is not null as came_back, t.status, ${sentBack ? sql`true` : sql`false`} as sent_back,
  exists (select 1 from transactions v where v.reverses_id = t.id and v.status <> 'Declined' and not v.is_return) as reversed,
  to_char(t.submitted_at at time zone ${zone}, 'YYYY-MM-DD') as on`

const owners = (sql: Reader) => sql`
  join accounts a on a.id = t.account_id join accounts m on m.id = a.owner_id join people p on p.id = a.owner_id`

/** Transfers by their reference, what came back of them, and those that a credit of the same amount brings back. */
const readPayments = (sql: Reader, entries: readonly OpenEntry[], zone: string) => {
  const named = entries.flatMap((entry) => transactionReferencesIn(entry).map((reference) => ({ ...entry, reference })))
  if (named.length === 0) return []
  return sql<Row[]>`
    with originals as materialized (
      select n.entry_id, n.amount, o.id, o.reference
      from unnest(${column(named, ({ id }) => id)}::uuid[], ${column(named, ({ reference }) => reference)}::text[],
        ${column(named, ({ amountCents }) => amountCents)}::bigint[]) as n (entry_id, reference, amount)
      join transactions o on o.reference = n.reference and o.method = 'wire')
    select o.entry_id, ${columns(sql, zone)}, o.reference
    from originals o join transactions t on t.id = o.id ${owners(sql)} where ${isOpenWire(sql)}
    union all
    select o.entry_id, ${columns(sql, zone)}, o.reference
    from originals o join transactions t on t.reverses_id = o.id and t.status <> 'Declined' ${owners(sql)}
    where ${isOpenWire(sql)}
    union all
    select o.entry_id, ${columns(sql, zone, true)}, o.reference
    from originals o join transactions t on t.id = o.id ${owners(sql)}
    where o.amount > 0 and t.amount = -o.amount and t.type = 'Transfer' and t.status = 'Completed' and t.reverses_id is null
      and ${isNotReversed(sql)}`
}

type NamedPerson = { entry_id: string; number: string; owner_id: string; full_name: string }

const readPeople = (sql: Reader, entries: readonly OpenEntry[]) => {
  const named = entries
    .filter(({ amountCents }) => amountCents > 0n)
    .flatMap((entry) =>
      findPaymentReferences(`${entry.endToEndId ?? ''} ${entry.text}`).map((reference) => ({
        id: entry.id,
        number: accountNumberIn(reference),
      })),
    )
  if (named.length === 0) return []
  return sql<NamedPerson[]>`
    select n.entry_id, a.number, a.owner_id, p.full_name
    from unnest(${column(named, ({ id }) => id)}::uuid[], ${column(named, ({ number }) => number)}::text[]) as n (entry_id, number)
    join accounts a on a.number = n.number and a.kind = 'main' join people p on p.id = a.owner_id
    where a.closed_at is null`
}

/**
 * Deposits of the people whom entries name: of the entries' amounts, also where many others have the same amount, and whatever
 * else of theirs an entry may be.
 */
const readDeposits = (sql: Reader, entries: readonly OpenEntry[], people: readonly NamedPerson[], zone: string) => {
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]))
  const wanted = people.flatMap(({ entry_id, owner_id }) => {
    const entry = entriesById.get(entry_id)
    return entry ? [{ ...entry, owner_id }] : []
  })
  if (wanted.length === 0) return []
  return sql<Row[]>`
    with wanted as materialized (
      select * from unnest(
      ${column(wanted, ({ id }) => id)}::uuid[], ${column(wanted, ({ owner_id }) => owner_id)}::uuid[],
      ${column(wanted, ({ amountCents }) => amountCents)}::bigint[],
      ${column(wanted, ({ bookedOn }) => firstIdOf(bookedOn, -DEPOSIT_DAYS))}::uuid[]) as l (entry_id, owner_id, amount, first))
    select l.entry_id, ${columns(sql, zone)}, t.reference
    from wanted l join accounts w on w.owner_id = l.owner_id
    cross join lateral (
      select * from transactions t
      where t.amount = l.amount and t.id >= l.first and t.account_id = w.id and t.reverses_id is null and ${isOpenWire(sql)}
      order by t.id desc limit ${MAX_PER_ENTRY}) as t
    ${owners(sql)}
    union all
    select l.entry_id, ${columns(sql, zone)}, t.reference
    from wanted l join accounts w on w.owner_id = l.owner_id
    cross join lateral (
      select * from transactions t
      where t.account_id = w.id and (t.amount <> l.amount or t.status = 'Declined' or t.is_return) and (t.status = 'Pending' or t.id >= l.first)
        and ${isUncleared(sql)}
      order by t.id desc limit ${MAX_PER_ENTRY}) as t
    ${owners(sql)}`
}

type SimilarRow = Omit<Row, 'entry_id'> & { place: number }

/** Wires of the same amount, the nearest in time: once for all entries of an amount and day. */
async function readSimilar(sql: Reader, entries: readonly OpenEntry[], zone: string): Promise<Row[]> {
  const groups = Map.groupBy(entries, ({ amountCents, bookedOn }) => `${amountCents} ${bookedOn}`)
  const wanted = [...groups.values()].flatMap(([first]) => first ?? [])
  const rows = await sql<SimilarRow[]>`
    select l.place::int, ${columns(sql, zone)}, coalesce(o.reference, t.reference) as reference
    from unnest(
      ${column(wanted, ({ amountCents }) => amountCents)}::bigint[],
      ${column(wanted, ({ bookedOn }) => firstIdOf(bookedOn, -DEPOSIT_DAYS))}::uuid[],
      ${column(wanted, ({ bookedOn }) => firstIdOf(bookedOn, DAYS_AFTER))}::uuid[])
      with ordinality as l (amount, first, last, place)
    cross join lateral (
      select * from transactions t
      where t.amount = l.amount and t.id between l.first and l.last and ${isOpenWire(sql)}
      order by t.id desc limit ${MAX_PER_ENTRY}) as t
    left join transactions o on o.id = t.reverses_id
    ${owners(sql)}`
  const members = [...groups.values()]
  return rows.flatMap(({ place, ...row }) => (members[place - 1] ?? []).map(({ id }) => ({ ...row, entry_id: id })))
}

/** Payments to the senders of credits that were returned. */
const readReturns = (sql: Reader, entries: readonly OpenEntry[], zone: string) => {
  const outgoing = entries.filter(({ amountCents }) => amountCents < 0n)
  if (outgoing.length === 0) return []
  return sql<Row[]>`
    select l.entry_id, null::uuid as transaction_id, r.id as return_of, null::uuid as owner_id, null as number,
      -r.amount as amount, '' as reference, coalesce(r.counterparty_name, '') as name, false as came_back,
      false as sent_back, false as reversed, 'Completed' as status,
      to_char(r.decided_at at time zone ${zone}, 'YYYY-MM-DD') as on
    from unnest(${column(outgoing, ({ id }) => id)}::uuid[], ${column(outgoing, ({ amountCents }) => amountCents)}::bigint[])
      as l (entry_id, amount)
    join bank_statement_lines r on r.returned_reason is not null and r.state = 'booked' and r.amount = -l.amount
    where not exists (select 1 from bank_statement_lines c where c.return_of = r.id and c.state = 'booked')`
}
