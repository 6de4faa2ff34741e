import { type MatchReason, matchScore } from '#contract/external-money/match-reasons.ts'
import { findPaymentReferences } from '#contract/payments/payment-reference.ts'
import { compareNames } from '../../customers/compare-names.ts'
import type { FileEntry } from '../statement-files/statement-file.ts'

/** A transaction of the bank, or the return of an earlier entry, that a statement entry may be. */
export type MatchCandidate = {
  /** The transaction that is matched; null for the return of an entry. */
  transactionId: string | null
  userId: string | null
  /** The entry whose money goes back to its sender. */
  returnOf: string | null
  direction: 'incoming' | 'outgoing'
  amountCents: bigint
  /** The EndToEndId of an outgoing payment; of the original, for one that came back. */
  reference: string
  /** The reference of the person, for deposits; null for a payment that came back. */
  paymentReference: string | null
  /** The holder of a deposit's account; the payee of a transfer. */
  name: string
  /** The day on which it was submitted (deposits) or put into a payment run (transfers). */
  on: string
  /** A deposit that was approved, on its receipt. */
  isCredited: boolean
  /** A credit brings this payment back, or the transfer was reversed: never booked without a person. A declined deposit is no target. */
  remark: 'returned_payment' | 'reversed' | 'declined' | null
}

/** A person who is named by a payment reference. */
export type MatchPerson = { userId: string; paymentReference: string; name: string }

export type MatchTarget = { transactionId: string; userId: string } | { userId: string } | { returnOf: string }

export type Match = {
  target: MatchTarget
  /** Out of 100. */
  score: number
  reasons: MatchReason[]
}

export type MatchResult = {
  /** Certain by reference and amount: only these may be booked without a person. */
  matched: Match | null
  /** Best first. */
  suggestions: Match[]
}

const MAX_SUGGESTIONS = 5
/** Below it a transaction is not suggested. */
export const MIN_SCORE = 40
const MAX_DAYS = 10
const DAY_MS = 86_400_000

/**
 * Which transaction an entry is. A reference with its check digits identifies; an amount and a name only suggest. Two
 * transactions that fit equally well are suggested, never matched: a person decides.
 */
export function matchEntry(
  entry: Pick<FileEntry, 'endToEndId' | 'counterpartyName' | 'text' | 'bookedOn'> & { amountCents: bigint },
  candidates: readonly MatchCandidate[],
  people: readonly MatchPerson[],
): MatchResult {
  const direction = entry.amountCents < 0n ? 'outgoing' : 'incoming'
  const amountCents = entry.amountCents < 0n ? -entry.amountCents : entry.amountCents
  // The payer wrote the text of a payment that comes back: a reference in it must not lead the money to another person.
  const comesBack = candidates.some((one) => one.remark === 'returned_payment' && hasReference(entry, one.reference))
  const named =
    direction === 'incoming' && !comesBack ? findPaymentReferences(`${entry.endToEndId ?? ''} ${entry.text}`) : []
  const scored = candidates
    .filter(({ direction: other, remark }) => other === direction && remark !== 'declined')
    .map((candidate) =>
      scoreCandidate({ ...entry, amountCents }, candidate, named, isBesideCredit(candidate, candidates)),
    )
    .filter((match) => isWorthy(match) && (direction === 'incoming' || match.score >= MIN_SCORE))
  const found = [...scored, ...personMatches(entry, people, named, { scored, candidates })].sort(byScore)
  const certain = found.filter(isCertain)
  const matched = certain.length === 1 ? (certain[0] ?? null) : null
  return { matched, suggestions: found.filter((match) => match !== matched).slice(0, MAX_SUGGESTIONS) }
}

/** Whether matching would suggest it: what is less sure is for staff to find. */
export const isWorthy = ({ score, reasons }: Pick<Match, 'score' | 'reasons'>): boolean =>
  score >= MIN_SCORE || reasons.includes('reference_ok')

type ScoredEntry = Parameters<typeof matchEntry>[0]

/** How well the entry fits one transaction or return that a person chose, whatever else it may be. */
export function scoreChosen(entry: ScoredEntry, chosen: MatchCandidate, candidates: readonly MatchCandidate[]): Match {
  const amountCents = entry.amountCents < 0n ? -entry.amountCents : entry.amountCents
  const named = entry.amountCents < 0n ? [] : findPaymentReferences(`${entry.endToEndId ?? ''} ${entry.text}`)
  return scoreCandidate({ ...entry, amountCents }, chosen, named, isBesideCredit(chosen, candidates))
}

/** The target's id breaks ties, so that the order is the same on every server. */
const byScore = (a: Match, b: Match) => b.score - a.score || idOf(a).localeCompare(idOf(b))
const idOf = ({ target }: Match) =>
  'transactionId' in target ? target.transactionId : 'userId' in target ? target.userId : target.returnOf

const DOUBTS: readonly MatchReason[] = ['other_deposit', 'reversed', 'returned_payment']

export const isCertain = ({ target, reasons }: Match) =>
  reasons.includes('reference_ok') &&
  (reasons.includes('amount_ok') || isPerson(target)) &&
  !reasons.some((reason) => DOUBTS.includes(reason))

/** Matching approves the deposit, while another one of the person was credited without an entry: the money may be that one. */
const isBesideCredit = (deposit: MatchCandidate, candidates: readonly MatchCandidate[]) =>
  deposit.paymentReference !== null &&
  !deposit.isCredited &&
  candidates.some(({ paymentReference, isCredited }) => isCredited && paymentReference === deposit.paymentReference)

const isPerson = (target: MatchTarget) => 'userId' in target && !('transactionId' in target)

function scoreCandidate(
  entry: {
    amountCents: bigint
    endToEndId: string | null
    counterpartyName: string | null
    text: string
    bookedOn: string
  },
  candidate: MatchCandidate,
  named: readonly string[],
  isBeside: boolean,
): Match {
  const reasons = [
    ...referenceReasons(entry, candidate, named),
    entry.amountCents === candidate.amountCents ? ('amount_ok' as const) : ('amount_differs' as const),
    ...nameReasons(entry.counterpartyName, candidate.name),
    ...(daysBetween(entry.bookedOn, candidate.on) > MAX_DAYS ? (['date_far'] as const) : []),
    ...(isBeside ? (['other_deposit'] as const) : []),
    ...(candidate.remark && candidate.remark !== 'declined' ? [candidate.remark] : []),
  ]
  return { target: targetOf(candidate), score: matchScore(reasons), reasons }
}

function targetOf({ transactionId, userId, returnOf }: MatchCandidate): MatchTarget {
  if (transactionId !== null && userId !== null) return { transactionId, userId }
  if (returnOf !== null) return { returnOf }
  throw new Error('A candidate is neither a transaction nor the return of an entry')
}

function referenceReasons(
  entry: { endToEndId: string | null; text: string },
  candidate: MatchCandidate,
  named: readonly string[],
): MatchReason[] {
  if (candidate.direction === 'outgoing' || candidate.paymentReference === null)
    return hasReference(entry, candidate.reference) ? ['reference_ok'] : []
  if (named.length === 0) return []
  const isNamed = named.includes(candidate.paymentReference)
  // An entry with the references of two people identifies neither.
  if (isNamed) return named.length === 1 ? ['reference_ok'] : []
  return ['reference_of_another_person']
}

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Some banks hand the EndToEndId on in the text only. */
const hasReference = (entry: { endToEndId: string | null; text: string }, reference: string): boolean =>
  plain(entry.endToEndId ?? '') === plain(reference) || plain(entry.text).includes(plain(reference))

function nameReasons(written: string | null, name: string): MatchReason[] {
  if (written === null) return []
  const result = compareNames(written, name)
  return [result === 'match' ? 'name_ok' : result === 'close' ? 'name_similar' : 'name_differs']
}

/** The person whom the reference names, where no deposit of theirs has the amount. Another one of theirs may be meant. */
function personMatches(
  entry: { counterpartyName: string | null },
  people: readonly MatchPerson[],
  named: readonly string[],
  { scored, candidates }: { scored: readonly Match[]; candidates: readonly MatchCandidate[] },
): Match[] {
  // What came back of a wire has no payment reference, and may be the same money.
  const hasOther = ({ paymentReference, userId }: MatchPerson) =>
    candidates.some(
      (other) =>
        (other.paymentReference === paymentReference && other.direction === 'incoming') ||
        (other.userId === userId && other.isCredited),
    )
  const isServed = (userId: string) =>
    scored.some((match) => 'userId' in match.target && match.target.userId === userId && isCertain(match))
  return people
    .filter((person) => named.length === 1 && named.includes(person.paymentReference) && !isServed(person.userId))
    .map((person) => {
      const reasons: MatchReason[] = [
        'reference_ok',
        ...nameReasons(entry.counterpartyName, person.name),
        ...(hasOther(person) ? (['other_deposit'] as const) : []),
      ]
      return { target: { userId: person.userId }, score: matchScore(reasons), reasons }
    })
}

const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS
