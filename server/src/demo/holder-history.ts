import { EMPLOYER, FRIEND, LANDLORD } from './customer-history.ts'
import { DAY_MS, type Movement, type Ruling, ruledWithin } from './movements.ts'
import { ANYBODY, GROCERS, TABLES } from './payees.ts'
import { CODE_HOLDER, type DemoPerson } from './people.ts'
import type { Dice } from './seeded-random.ts'

/** How many of the generated holders left something for the back office to decide. */
const WAITING_TRANSFERS = 6
const WAITING_DEPOSITS = 5
const REASONS = [
  'The account name does not match the account number.',
  'The receipt shows another amount.',
  'Please contact support about this payment.',
]

/** Exactly five thousand dollars, and how they came about. */
export function codeHolderHistory(now: Date): Movement[] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const approved = (at: Date): Ruling => ({ at: ruledWithin(at, 40) })
  const [first, second, third] = [ago(96), ago(57), ago(19)]
  return [
    { kind: 'fund', who: CODE_HOLDER, cents: 5_180_00n, at: ago(239), note: 'Opening deposit' },
    { kind: 'transfer', who: CODE_HOLDER, cents: 420_00n, at: first, to: GROCERS[0], ruling: approved(first) },
    { kind: 'deposit', who: CODE_HOLDER, cents: 300_00n, at: second, ruling: approved(second) },
    { kind: 'transfer', who: CODE_HOLDER, cents: 60_00n, at: third, to: TABLES[1], ruling: approved(third) },
  ]
}

/** A few movements each; nobody ever sends what they have not. */
export function holderHistory(dice: Dice, people: readonly DemoPerson[], now: Date): Movement[] {
  const active = people.filter(({ status }) => status === 'Active')
  const receivers = active.filter(({ email }) => email !== EMPLOYER)
  return [...active.flatMap((person) => lifeOf(dice, person, receivers, now)), ...waiting(dice, active, now)]
}

const OPENINGS: Record<string, bigint> = { [EMPLOYER]: 184_000_00n, [LANDLORD]: 12_250_00n, [FRIEND]: 2_310_75n }

function lifeOf(dice: Dice, { email, createdAt }: DemoPerson, receivers: readonly DemoPerson[], now: Date): Movement[] {
  const openedAt = new Date(createdAt.getTime() + dice.between(5, 50) * 60_000)
  const opening = OPENINGS[email] ?? dice.cents(350, dice.chance(0.15) ? 42_000 : 9_500)
  const movements: Movement[] = [{ kind: 'fund', who: email, cents: opening, at: openedAt, note: 'Opening deposit' }]
  if (email === EMPLOYER) return movements

  const moves = dice.between(3, 12)
  const span = now.getTime() - 3 * 3_600_000 - openedAt.getTime()
  for (let i = 0; i < moves; i++) {
    const at = new Date(openedAt.getTime() + Math.floor((span * (i + 1)) / (moves + 1)) + dice.between(0, 3_000_000))
    const ruling = ruled(dice, at)
    // All transfers together stay well below the opening deposit, whatever else happens.
    const cents = (opening * BigInt(dice.between(1, 60))) / 1_000n + 1n
    if (dice.chance(0.25)) movements.push({ kind: 'deposit', who: email, cents: dice.cents(40, 1_800), at, ruling })
    else if (dice.chance(0.2)) {
      const there = receivers.filter((receiver) => receiver.email !== email && receiver.createdAt < at)
      const person = there.length > 0 ? dice.pick(there).email : FRIEND
      movements.push({ kind: 'transfer', who: email, cents, at, to: { person }, ruling })
    } else movements.push({ kind: 'transfer', who: email, cents, at, to: dice.pick(ANYBODY), ruling })
  }
  return movements
}

function ruled(dice: Dice, at: Date): Ruling {
  const decided = { at: ruledWithin(at, dice.between(3, 110)) }
  return dice.chance(0.08) ? { ...decided, declinedBecause: dice.pick(REASONS) } : decided
}

function waiting(dice: Dice, active: readonly DemoPerson[], now: Date): Movement[] {
  const patient = active.filter(({ email }) => ![EMPLOYER, LANDLORD].includes(email))
  return Array.from({ length: WAITING_TRANSFERS + WAITING_DEPOSITS }, (_, i): Movement => {
    const who = patient[(i * 5) % patient.length]?.email ?? FRIEND
    const at = new Date(now.getTime() - dice.between(20, 170) * 60_000)
    if (i >= WAITING_TRANSFERS) return { kind: 'deposit', who, cents: dice.cents(60, 2_400), at, ruling: null }
    return { kind: 'transfer', who, cents: dice.cents(15, 60), at, to: dice.pick(ANYBODY), ruling: null }
  })
}
