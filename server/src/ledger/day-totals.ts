import { dayOf, endOfDay, startOfDay } from '#contract/bank-day.ts'
import type { Reader, Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { journalPairs } from './journal-pairs.ts'
import { FINAL_AFTER_MS } from './month.ts'
import type { Count } from './scheduled-payments/scheduled-payment-invariants.ts'

/** What was booked from one account to another. A customer's account is here 'customers:main' or 'customers:savings'. */
export type BookedTotal = { debit: string; credit: string; amountCents: bigint }

const DAYS_PER_STATEMENT = 366
const BEGINNING = new Date('0001-01-01T00:00:00Z')

/** Every booking has a debit and a credit of the same amount: money into a customer's account is a credit there. */
export const bookings = (sql: Reader) => sql`
  select p.booked_at, abs(p.amount) as amount,
    case when p.amount > 0 then p.contra else 'customers:' || a.kind end as debit,
    case when p.amount > 0 then 'customers:' || a.kind else p.contra end as credit
  from postings p join accounts a on a.id = p.account_id
  union all
  select m.booked_at, m.amount, m.debit, m.credit from contra_movements m
  union all
  select j.booked_at, j.amount, j.debit, j.credit from (${journalPairs(sql)}) j`

type TotalRow = { debit: string; credit: string; amount: string }
const toTotal = ({ debit, credit, amount }: TotalRow): BookedTotal => ({ debit, credit, amountCents: BigInt(amount) })

/** All bookings before the end of a day of the bank. To be run in a transaction that has one snapshot. */
export async function sumBookings(tx: Tx, on: string, zone: string): Promise<BookedTotal[]> {
  const since = await lastSummedEnd(tx, zone)
  const end = endOfDay(on, zone)
  if (!since || !(await isComplete(tx, since))) return sumBetween(tx, BEGINNING, end)
  const stored = await tx<TotalRow[]>`
    select debit, credit, sum(amount) as amount from day_totals where day <= ${on} group by debit, credit`
  return [...stored.map(toTotal), ...(end > since ? await sumBetween(tx, since, end) : [])]
}

/** The sums of [start, end), from the bookings themselves. */
export async function sumBetween(sql: Reader, start: Date, end: Date): Promise<BookedTotal[]> {
  const rows = await sql<TotalRow[]>`
    select debit, credit, sum(amount) as amount from (${bookings(sql)}) b
    where booked_at >= ${start} and booked_at < ${end} group by debit, credit`
  return rows.map(toTotal)
}

/** The end of the last day that was summed; null before the first. */
async function lastSummedEnd(sql: Reader, zone: string): Promise<Date | null> {
  const [row] = await sql<{ day: string | null }[]>`select max(day)::text as day from day_totals`
  return row?.day ? endOfDay(row.day, zone) : null
}

/**
 * Whether the summed days and the bookings since have every booking: they are numbered per account without a gap. Entries by hand are
 * few, and counted.
 */
async function isComplete(sql: Reader, since: Date): Promise<boolean> {
  const [row] = await sql<{ complete: boolean }[]>`
    select (select coalesce(sum(posting_number), 0) from accounts)
      + (select coalesce(sum(movement_number), 0) from outside_accounts)
      + (select count(*) from (${journalPairs(sql)}) j where j.booked_at < ${since})
      = (select coalesce(sum(count), 0) from day_totals)
      + (select count(*) from postings where booked_at >= ${since})
      + (select count(*) from contra_movements where booked_at >= ${since}) as complete`
  return row?.complete === true
}

/** Sums the days that are over since the last time, or all of them again where one is not complete any more. Returns how many. */
export async function sumDays(sql: Sql, at: Date, zone: string): Promise<number> {
  return inTransaction(sql, async (tx) => {
    // The first time it reads all postings, which takes longer than a request may.
    await tx`set local statement_timeout = 0`
    const summedUntil = await lastSummedEnd(tx, zone)
    const since = summedUntil && (await isComplete(tx, summedUntil)) ? summedUntil : null
    if (!since) await tx`delete from day_totals`
    const end = startOfDay(dayOf(new Date(at.getTime() - FINAL_AFTER_MS), zone), zone)
    const starts = startsUntil(since ?? (await firstBooking(tx)), end, zone)
    for (const part of inParts(starts).filter(({ length }) => length > 1)) await insertDays(tx, part)
    return Math.max(starts.length - 1, 0)
  })
}

const firstBooking = async (sql: Reader): Promise<Date | null> => {
  const [row] = await sql<{ at: Date | null }[]>`
    select least((select min(booked_at) from postings), (select min(booked_at) from contra_movements),
      (select min(booked_at) from journal_entries)) as at`
  return row?.at ?? null
}

type DayStart = { day: string; at: Date }

/** The starts of the days to sum, and the end of the last one. */
function startsUntil(since: Date | null, end: Date, zone: string): DayStart[] {
  if (!since) return []
  const starts: DayStart[] = []
  for (let day = dayOf(since, zone); startOfDay(day, zone) <= end; day = dayOf(endOfDay(day, zone), zone))
    starts.push({ day, at: startOfDay(day, zone) })
  return starts
}

const inParts = (starts: readonly DayStart[]): DayStart[][] =>
  starts.flatMap((_, first) =>
    first % DAYS_PER_STATEMENT === 0 ? [starts.slice(first, first + DAYS_PER_STATEMENT + 1)] : [],
  )

/** Another server may sum the same days at the same time: ordered, so that the two can't deadlock. */
const insertDays = (tx: Tx, starts: readonly DayStart[]) => tx`
  insert into day_totals (day, debit, credit, amount, count) ${totalsByDay(tx, starts)} order by 1, 2, 3
  on conflict (day, debit, credit) do nothing`

/** From the first of the starts to the last one, which only ends the day before. */
function totalsByDay(sql: Reader, starts: readonly DayStart[]) {
  const times = starts.map(({ at }) => at.toISOString())
  const days = starts.map(({ day }) => day)
  return sql`
    select (${days}::date[])[width_bucket(booked_at, ${times}::timestamptz[])] as day, debit, credit,
      sum(amount) as amount, count(*) as count
    from (${bookings(sql)}) b
    where booked_at >= ${times[0] ?? ''}::timestamptz and booked_at < ${times.at(-1) ?? ''}::timestamptz
    group by 1, 2, 3`
}

/** Totals that a trial balance would use. Where one lacks a booking it reads all bookings, until the days are summed again. */
export async function checkDayTotals(sql: Reader, zone: string): Promise<Count[]> {
  const end = await lastSummedEnd(sql, zone)
  const counts: Count[] = [{ checked: 0n, breaches: 0n }]
  if (!end || !(await isComplete(sql, end))) return counts
  const starts = startsUntil(await firstBooking(sql), end, zone)
  for (const part of inParts(starts).filter(({ length }) => length > 1))
    counts.push(
      ...(await sql<Count[]>`
        select count(*) as checked, count(*) filter (where s.amount is distinct from b.amount or s.count is distinct from b.count)
          as breaches
        from (select * from day_totals where day >= ${part[0]?.day ?? ''}::date and day < ${part.at(-1)?.day ?? ''}::date) s
        full join (${totalsByDay(sql, part)}) b using (day, debit, credit)`),
    )
  const sumOf = (name: keyof Count) => counts.reduce((sum, count) => sum + count[name], 0n)
  return [{ checked: sumOf('checked'), breaches: sumOf('breaches') }]
}
