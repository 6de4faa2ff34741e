import type { Counterparty } from '../ledger/payment.ts'

/** An administrator's decision; null while the transaction is pending. */
export type Decision = { at: Date; declineReason?: string } | null

/** `email` identifies the customer: the people have no ids yet. */
export type Movement = { email: string; amountCents: bigint; at: Date } & (
  | { kind: 'fund'; note: string }
  | { kind: 'transfer'; to: Payee | { person: string }; message?: string; decision: Decision }
  | { kind: 'deposit'; currency?: string; decision: Decision }
  /** Between the person's main account and their savings account, by themself or by a rule. */
  | { kind: 'move'; to: 'savings' | 'main'; rule?: { kind: 'round_up' | 'every'; dueOn: string } }
)

export type Payee = Omit<Counterparty, 'id'>

const MINUTE_MS = 60_000
export const DAY_MS = 1_440 * MINUTE_MS
/**
 * Nothing was submitted that lately and is decided: what staff decide alone within a day adds up, and who tries it starts from nothing.
 * More than a day, because a decision takes up to three hours.
 */
export const UNDECIDED_MS = 27 * 60 * MINUTE_MS

/** The time of a decision, on the same day, so that the value date and the booking date are equal. */
export function decisionTime(at: Date, minutes: number): Date {
  const endOfDay = new Date(at).setUTCHours(23, 59, 59, 999)
  return new Date(Math.min(at.getTime() + minutes * MINUTE_MS, endOfDay))
}

export const isPending = (movement: Movement): boolean => 'decision' in movement && movement.decision === null

/** What a move changes on the main account. */
export const moveCents = ({ to, amountCents }: Extract<Movement, { kind: 'move' }>): bigint =>
  to === 'main' ? amountCents : -amountCents

/** The available balance of the main account after these movements, with pending ones still undecided. */
export function availableCentsAfter(movements: readonly Movement[], email: string): bigint {
  let availableCents = 0n
  for (const movement of movements) {
    const { kind } = movement
    const declined = 'decision' in movement && movement.decision?.declineReason !== undefined
    const pending = isPending(movement)
    if (declined) continue
    if (kind === 'move') {
      if (movement.email === email) availableCents += moveCents(movement)
      continue
    }
    if (kind === 'transfer' && movement.email === email) availableCents -= movement.amountCents
    if (kind === 'transfer' && 'person' in movement.to && movement.to.person === email && !pending)
      availableCents += movement.amountCents
    if (kind !== 'transfer' && movement.email === email && !pending) availableCents += movement.amountCents
  }
  return availableCents
}
