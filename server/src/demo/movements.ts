import type { Counterparty } from '../ledger/types.ts'

/** The back office's decision; null while it is pending. */
export type Ruling = { at: Date; declinedBecause?: string } | null

/** `who` is an email address: the people have no ids yet. */
export type Movement = { who: string; cents: bigint; at: Date } & (
  | { kind: 'fund'; note: string }
  | { kind: 'transfer'; to: Payee | { person: string }; ruling: Ruling }
  | { kind: 'deposit'; currency?: string; ruling: Ruling }
)

export type Payee = Omit<Counterparty, 'id'>

const MINUTE_MS = 60_000
export const DAY_MS = 1_440 * MINUTE_MS

/** Decided on the same day, so that the value date and the booking date are equal. */
export function ruledWithin(at: Date, minutes: number): Date {
  const endOfDay = new Date(at).setUTCHours(23, 59, 59, 999)
  return new Date(Math.min(at.getTime() + minutes * MINUTE_MS, endOfDay))
}

/** The available balance after these movements, with pending ones still undecided. */
export function availableAfter(movements: readonly Movement[], who: string): bigint {
  let cents = 0n
  for (const movement of movements) {
    const { kind } = movement
    const declined = kind !== 'fund' && movement.ruling?.declinedBecause !== undefined
    const pending = kind !== 'fund' && movement.ruling === null
    if (declined) continue
    if (kind === 'transfer' && movement.who === who) cents -= movement.cents
    if (kind === 'transfer' && 'person' in movement.to && movement.to.person === who && !pending)
      cents += movement.cents
    if (kind !== 'transfer' && movement.who === who && !pending) cents += movement.cents
  }
  return cents
}
