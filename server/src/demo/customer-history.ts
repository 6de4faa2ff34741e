import {
  availableCentsAfter,
  DAY_MS,
  type Decision,
  decisionTime,
  type Movement,
  type Payee,
  UNDECIDED_MS,
} from './movements.ts'
import * as payees from './payees.ts'
import { savedMovements } from './saved-movements.ts'
import type { SeededRandom } from './seeded-random.ts'

export const CUSTOMER = 'customer@fable.example'
export const EMPLOYER = 'payroll@marlow-finch.example'
export const LANDLORD = 'office@harbour-street.example'
export const FRIEND = 'mateo.alvarez@post.example'
export const RENT_CENTS = 1_150_00n
export const CUSTOMER_AVAILABLE_CENTS = 12_480_55n
const MONTHS = 14

/** The customer's savings account, open for about half a year. */
export const CUSTOMER_SAVINGS = { name: 'Holidays', goalCents: 2_500_00n }
const SAVINGS_OPENED_DAYS_AGO = 170
export const savingsOpenedAt = (now: Date): Date => new Date(now.getTime() - SAVINGS_OPENED_DAYS_AGO * DAY_MS)

/** Fourteen months ago. */
export function historyStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, now.getUTCDate(), 9, 12))
}

/** Fourteen months of ordinary income and spending. The opening deposit makes the final balance exact to the cent. */
export function customerHistory(random: SeededRandom, now: Date, zone: string): Movement[] {
  const start = historyStart(now)
  const own = [...monthByMonth(random, start, now), ...exceptions(random, now), ...moves(now)].filter(
    ({ at }) => at > start && at.getTime() < now.getTime() - UNDECIDED_MS,
  )
  const past = [...own, ...savedMovements(own, CUSTOMER, now, zone)]
  const pending = pendingNow(now)
  const openingCents = CUSTOMER_AVAILABLE_CENTS - availableCentsAfter([...past, ...pending], CUSTOMER)
  const first: Movement = {
    kind: 'fund',
    email: CUSTOMER,
    amountCents: openingCents,
    at: start,
    note: 'Opening deposit',
  }
  return [first, ...past, ...pending]
}

function monthByMonth(random: SeededRandom, start: Date, now: Date): Movement[] {
  const movements: Movement[] = []
  for (let month = 0; month <= MONTHS + 1; month++) {
    const day = (number: number, hour: number) =>
      new Date(
        Date.UTC(
          start.getUTCFullYear(),
          start.getUTCMonth() + month,
          number,
          hour,
          random.between(0, 59),
          random.between(0, 59),
        ),
      )
    if (day(1, 0) > now) break
    movements.push(
      { ...pay(random, day(1, 8), RENT_CENTS, { person: LANDLORD }), message: 'Rent' },
      { ...earn(random, day(25, 7), month < 8 ? 3_412_40n : 3_558_15n, EMPLOYER), message: 'Salary' },
      pay(random, day(3, 9), random.amountCents(58, 121), payees.ENERGY),
      pay(random, day(5, 9), 59_99n, payees.INTERNET),
      pay(random, day(8, 10), 38_00n, payees.PHONE),
      pay(random, day(12, 9), 118_40n, payees.INSURANCE),
      pay(random, day(26, 18), 950_00n, payees.SAVINGS),
      pay(random, day(18, 17), 39_00n, payees.CLIMBING),
      pay(random, day(20, 6), 15_49n, payees.STREAMING),
      ...[2, 9, 16, 23].map((number) =>
        pay(random, day(number, 11), random.amountCents(62, 148), random.pick(payees.GROCERS)),
      ),
      ...[6, 13, 27].map((number) =>
        pay(random, day(number, 20), random.amountCents(18, 74), random.pick(payees.RESTAURANTS)),
      ),
      ...[10, 24].map((number) =>
        pay(random, day(number, 7), random.amountCents(22, 55), random.pick(payees.TRANSPORT)),
      ),
      pay(random, day(random.between(4, 28), 14), random.amountCents(45, 390), random.pick(payees.OCCASIONAL)),
    )
    if (month % 2 === 0) movements.push(depositFrom(random, day(14, 13), random.amountCents(380, 920)))
    if (month % 4 === 1)
      movements.push({
        ...earn(random, day(21, 19), random.amountCents(20, 65), FRIEND),
        message: 'Thanks for dinner!',
      })
  }
  return movements
}

/** Declined transactions, and one deposit in Bitcoin. */
function exceptions(random: SeededRandom, now: Date): Movement[] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS - random.between(60, 300) * 60_000)
  const declined = (at: Date, declineReason: string): Decision => ({ at: decisionTime(at, 180), declineReason })
  const [mistyped, unreadable, closed, coins] = [ago(262), ago(118), ago(51), ago(149)]
  return [
    {
      ...pay(random, mistyped, 1_275_00n, payees.TRAVEL_FRIEND),
      decision: declined(mistyped, 'The account name does not match the account number.'),
    },
    {
      ...depositFrom(random, unreadable, 450_00n),
      decision: declined(unreadable, 'We could not read the receipt. Please upload it again.'),
    },
    {
      ...pay(random, closed, 86_20n, payees.LANDSCAPER),
      decision: declined(closed, 'The receiving bank returned the payment: the account is closed.'),
    },
    { ...depositFrom(random, coins, 500_00n), currency: 'Bitcoin' },
  ]
}

/** Money put aside at first, and some of it taken back once. The rest is saved by rules. */
function moves(now: Date): Movement[] {
  const move = (daysAgo: number, to: 'savings' | 'main', amountCents: bigint): Movement => ({
    kind: 'move',
    email: CUSTOMER,
    to,
    amountCents,
    at: new Date(now.getTime() - daysAgo * DAY_MS),
  })
  return [move(169, 'savings', 400_00n), move(40, 'main', 180_00n)]
}

function pendingNow(now: Date): Movement[] {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  return [
    { kind: 'transfer', email: CUSTOMER, amountCents: 319_00n, at: hoursAgo(5), to: payees.FURNITURE, decision: null },
    { kind: 'deposit', email: CUSTOMER, amountCents: 640_00n, at: hoursAgo(21), decision: null },
  ]
}

type TransferMovement = Extract<Movement, { kind: 'transfer' }>
type DepositMovement = Extract<Movement, { kind: 'deposit' }>
const approved = (random: SeededRandom, at: Date): Decision => ({ at: decisionTime(at, random.between(4, 95)) })

function pay(random: SeededRandom, at: Date, amountCents: bigint, to: Payee | { person: string }): TransferMovement {
  return { kind: 'transfer', email: CUSTOMER, amountCents, at, to, decision: approved(random, at) }
}

/** An internal transfer to the customer. */
function earn(random: SeededRandom, at: Date, amountCents: bigint, from: string): TransferMovement {
  return { kind: 'transfer', email: from, amountCents, at, to: { person: CUSTOMER }, decision: approved(random, at) }
}

function depositFrom(random: SeededRandom, at: Date, amountCents: bigint): DepositMovement {
  return { kind: 'deposit', email: CUSTOMER, amountCents, at, decision: approved(random, at) }
}
