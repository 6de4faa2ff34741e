import type { Counterparty } from '../ledger/types.ts'

/** What becomes of something submitted; null: it waits for the back office. */
export type Ruling = { at: Date; declinedBecause?: string } | null

/** A person of the demonstration is known by their e-mail address until there are ids. */
export type Movement = { who: string; cents: bigint; at: Date } & (
  | { kind: 'fund'; note: string }
  | { kind: 'transfer'; to: Payee | { person: string }; ruling: Ruling }
  | { kind: 'deposit'; currency?: string; ruling: Ruling }
)

export type Payee = Omit<Counterparty, 'id'>

const MINUTE_MS = 60_000
export const DAY_MS = 1_440 * MINUTE_MS

/** Decided the same day, so that the value date and the booking date are the same day too. */
export function ruledWithin(at: Date, minutes: number): Date {
  const endOfDay = new Date(at).setUTCHours(23, 59, 59, 999)
  return new Date(Math.min(at.getTime() + minutes * MINUTE_MS, endOfDay))
}

/** What all of this leaves to spend, once the back office has done what it has. */
export function leftOver(movements: readonly Movement[], who: string): bigint {
  let cents = 0n
  for (const movement of movements) {
    const { kind } = movement
    const declined = kind !== 'fund' && movement.ruling?.declinedBecause !== undefined
    const waiting = kind !== 'fund' && movement.ruling === null
    if (declined) continue
    if (kind === 'transfer' && movement.who === who) cents -= movement.cents
    if (kind === 'transfer' && 'person' in movement.to && movement.to.person === who && !waiting)
      cents += movement.cents
    if (kind !== 'transfer' && movement.who === who && !waiting) cents += movement.cents
  }
  return cents
}
