import { EMPLOYER, FRIEND, LANDLORD } from './customer-history.ts'
import {
  availableCentsAfter,
  DAY_MS,
  type Decision,
  decisionTime,
  type Movement,
  type Payee,
  UNDECIDED_MS,
} from './movements.ts'
import { ALL_PAYEES, ELSEWHERE, GROCERS, PRINTER, RESTAURANTS, STRANGER } from './payees.ts'
import { CODE_CUSTOMER, type DemoPerson } from './people.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Left for the administrators to decide. */
const PENDING_TRANSFERS = 6
const PENDING_DEPOSITS = 5
const DECLINE_REASONS = [
  'The account name does not match the account number.',
  'The amount on the receipt does not match the deposit.',
  'Please contact support about this payment.',
]

/** Ends with exactly 5,000.00. */
export function codeCustomerHistory(now: Date): Movement[] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const approved = (at: Date): Decision => ({ at: decisionTime(at, 40) })
  const [first, second, third] = [ago(96), ago(57), ago(19)]
  return [
    { kind: 'fund', email: CODE_CUSTOMER, amountCents: 5_180_00n, at: ago(239), note: 'Opening deposit' },
    {
      kind: 'transfer',
      email: CODE_CUSTOMER,
      amountCents: 420_00n,
      at: first,
      to: GROCERS[0],
      decision: approved(first),
    },
    { kind: 'deposit', email: CODE_CUSTOMER, amountCents: 300_00n, at: second, decision: approved(second) },
    {
      kind: 'transfer',
      email: CODE_CUSTOMER,
      amountCents: 60_00n,
      at: third,
      to: RESTAURANTS[1],
      decision: approved(third),
    },
  ]
}

/** A few transactions for each customer, always within their balance. */
export function generatedHistory(random: SeededRandom, people: readonly DemoPerson[], now: Date): Movement[] {
  const active = people.filter(({ status }) => status === 'Active')
  const receivers = active.filter(({ email }) => email !== EMPLOYER)
  const past = active.flatMap((person) => movementsOf(random, person, receivers, now))
  return [...past, ...pendingMovements(random, active, now), ...cases(random, active, past, now)]
}

/** Who the cases of the back office are about; none of them has an ordinary pending transaction. */
export function caseCustomers(active: readonly DemoPerson[]) {
  const [frozen, closed, hasty] = [4, 8, 13].map((place) => active[place]?.email ?? '')
  return { frozen: frozen ?? '', closed: closed ?? '', hasty: hasty ?? '' }
}

/** Pending transfers that have risk flags, and the last transfer of an account that is then closed. */
function cases(random: SeededRandom, active: readonly DemoPerson[], past: readonly Movement[], now: Date): Movement[] {
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const { frozen, closed, hasty } = caseCustomers(active)
  const part = (email: string, percent: bigint) => (availableCentsAfter(past, email) * percent) / 100n
  const transfer = (email: string, amountCents: bigint, at: Date, to: Payee, decision: Decision = null): Movement => ({
    kind: 'transfer',
    email,
    amountCents,
    at,
    to,
    decision,
  })
  const emptied = minutesAgo(1_860)
  return [
    transfer(closed, part(closed, 100n), emptied, ELSEWHERE, { at: decisionTime(emptied, 9) }),
    transfer(EMPLOYER, 14_250_00n, minutesAgo(140), PRINTER),
    transfer(frozen, part(frozen, 96n), minutesAgo(95), STRANGER),
    ...[52, 44, 37, 29, 18].map((minutes, place) =>
      transfer(hasty, part(hasty, 2n) + BigInt(place), minutesAgo(minutes), random.pick(RESTAURANTS)),
    ),
  ]
}

const OPENING_CENTS: Record<string, bigint> = { [EMPLOYER]: 184_000_00n, [LANDLORD]: 12_250_00n, [FRIEND]: 2_310_75n }

function movementsOf(
  random: SeededRandom,
  { email, createdAt }: DemoPerson,
  receivers: readonly DemoPerson[],
  now: Date,
): Movement[] {
  const openedAt = new Date(createdAt.getTime() + random.between(5, 50) * 60_000)
  const openingCents = OPENING_CENTS[email] ?? random.amountCents(350, random.chance(0.15) ? 42_000 : 9_500)
  const movements: Movement[] = [
    { kind: 'fund', email, amountCents: openingCents, at: openedAt, note: 'Opening deposit' },
  ]
  if (email === EMPLOYER) return movements

  const count = random.between(3, 12)
  const span = now.getTime() - UNDECIDED_MS - openedAt.getTime()
  for (let i = 0; i < count; i++) {
    const at = new Date(openedAt.getTime() + Math.floor((span * (i + 1)) / (count + 1)) + random.between(0, 3_000_000))
    const decision = randomDecision(random, at)
    // All transfers together stay below the opening deposit, so none is refused.
    const amountCents = (openingCents * BigInt(random.between(1, 60))) / 1_000n + 1n
    if (random.chance(0.25))
      movements.push({ kind: 'deposit', email, amountCents: random.amountCents(40, 1_800), at, decision })
    else if (random.chance(0.2)) {
      const candidates = receivers.filter((receiver) => receiver.email !== email && receiver.createdAt < at)
      const person = candidates.length > 0 ? random.pick(candidates).email : FRIEND
      movements.push({ kind: 'transfer', email, amountCents, at, to: { person }, decision })
    } else movements.push({ kind: 'transfer', email, amountCents, at, to: random.pick(ALL_PAYEES), decision })
  }
  return movements
}

function randomDecision(random: SeededRandom, at: Date): Decision {
  const decided = { at: decisionTime(at, random.between(3, 110)) }
  return random.chance(0.08) ? { ...decided, declineReason: random.pick(DECLINE_REASONS) } : decided
}

function pendingMovements(random: SeededRandom, active: readonly DemoPerson[], now: Date): Movement[] {
  const senders = active.filter(({ email }) => ![EMPLOYER, LANDLORD].includes(email))
  return Array.from({ length: PENDING_TRANSFERS + PENDING_DEPOSITS }, (_, i): Movement => {
    const email = senders[(i * 5) % senders.length]?.email ?? FRIEND
    const at = new Date(now.getTime() - random.between(20, 170) * 60_000)
    if (i >= PENDING_TRANSFERS)
      return { kind: 'deposit', email, amountCents: random.amountCents(60, 2_400), at, decision: null }
    return {
      kind: 'transfer',
      email,
      amountCents: random.amountCents(15, 60),
      at,
      to: random.pick(ALL_PAYEES),
      decision: null,
    }
  })
}
