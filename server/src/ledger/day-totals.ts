import { dayOf, endOfDay, startOfDay } from '#contract/bank-day.ts'
import type { Reader, Sql, Tx } from '../db/connection.ts'
import { inTransaction } from '../db/transaction.ts'
import { FINAL_AFTER_MS } from './month.ts'

/** What was booked from one account to another. A customer's account is here 'customers:main' or 'customers:savings'. */
export type BookedTotal = { debit: string; credit: string; amountCents: bigint }

const DAYS_PER_STATEMENT = 366
const BEGINNING = new Date('0001-01-01T00:00:00Z')

/** Every booking has a debit and a credit of the same amount: money into a customer's account is a credit there. */
const bookings = (sql: Reader) => sql`
  select p.booked_at, abs(p.amount) as amount,
    case when p.amount > 0 then p.contra else 'customers:' || a.kind end as debit,
    case when p.amount > 0 then 'customers:' || a.kind else p.contra end as credit
  from postings p join accounts a on a.id = p.account_id
  union all
  select m.booked_at, m.amount, m.debit, m.credit from contra_movements m`

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

/** Whether the summed days and the bookings since have every booking: they are numbered per account without a gap. */
async function isComplete(sql: Reader, since: Date): Promise<boolean> {
  const [row] = await sql<{ complete: boolean }[]>`
    select (select coalesce(sum(posting_number), 0) from accounts)
      + (select coalesce(sum(movement_number), 0) from outside_accounts)
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
    const starts = startsSince(since ?? (await firstBooking(tx)), at, zone)
    for (let first = 0; first + 1 < starts.length; first += DAYS_PER_STATEMENT)
      await insertDays(tx, starts.slice(first, first + DAYS_PER_STATEMENT + 1))
    return Math.max(starts.length - 1, 0)
  })
}

const firstBooking = async (sql: Reader): Promise<Date | null> => {
  const [row] = await sql<{ at: Date | null }[]>`
    select least((select min(booked_at) from postings), (select min(booked_at) from contra_movements)) as at`
  return row?.at ?? null
}

type DayStart = { day: string; at: Date }

/** The starts of the days to sum, and the end of the last one. */
function startsSince(since: Date | null, at: Date, zone: string): DayStart[] {
  if (!since) return []
  const starts: DayStart[] = []
  const end = startOfDay(dayOf(new Date(at.getTime() - FINAL_AFTER_MS), zone), zone)
  for (let day = dayOf(since, zone); startOfDay(day, zone) <= end; day = dayOf(endOfDay(day, zone), zone))
    starts.push({ day, at: startOfDay(day, zone) })
  return starts
}

/** Another server may sum the same days at the same time: ordered, so that the two can't deadlock. */
async function insertDays(tx: Tx, starts: readonly DayStart[]): Promise<void> {
  const times = starts.map((start) => start.at.toISOString())
  const days = starts.map(({ day }) => day)
  await tx`
    insert into day_totals (day, debit, credit, amount, count)
    select (${days}::date[])[width_bucket(booked_at, ${times}::timestamptz[])], debit, credit, sum(amount), count(*)
    from (${bookings(tx)}) b
    where booked_at >= ${times[0] ?? ''}::timestamptz and booked_at < ${times.at(-1) ?? ''}::timestamptz
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, debit, credit) do nothing`
}
