import {
  MAX_LISTED_REPORTS,
  type PaymentReport,
  type PaymentStatusResult,
  type ReportOutcome,
} from '#contract/external-money/payment-status-files.ts'
import { customerReasonOf, type PaymentStatus, type UnknownReason } from '#contract/external-money/payment-statuses.ts'
import { toAmount } from '#contract/money.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { verbatim } from '#contract/text.ts'
import type { Deps } from '../../http/deps.ts'
import { type PaymentMark, reportPayments } from '../../ledger/report-payments.ts'
import type { CommandContext } from '../../ledger/types.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import type { ReceivedStatement } from '../statement-import/receive-statement.ts'
import { findReported, type Reported, type ReportedPayment } from './read-reported.ts'
import { returnTransfer } from './return-transfer.ts'

/** What becomes of a report. `status`: what is to be kept of the payment; null: nothing new. */
type Result = {
  reported: Reported
  outcome: ReportOutcome
  status: PaymentStatus | null
  unknownReason: UnknownReason | RefusalCode | null
  returnedBy: string | null
  waits: boolean
}

type StatusDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog'>

/**
 * Credits are booked first, each once by the ledger's own rule, and statuses kept afterwards: a server that dies in between leaves a file
 * that can be imported again.
 */
export async function importStatus(
  { sql, ledger, accessLog }: StatusDeps,
  { source, hash, accountId, mapping }: ReceivedStatement,
  { session, context }: { session: Parameters<Deps['accessLog']['recordAll']>[0]['session']; context: CommandContext },
): Promise<PaymentStatusResult> {
  if (accountId !== null || mapping !== null)
    throw invalidField(mapping === null ? 'account' : 'mapping', 'Unknown field.')
  // Loaded here: an idle bank needs no parser.
  const { readStatusFile } = await import('./status-file.ts')
  const results = decideAll(await findReported(sql, await readStatusFile(source)))
  await creditBack(ledger, results.filter(isCredit), context)
  const marks = results.flatMap(toMark)
  const counts = countsOf(results)
  const { actor, at, requestId } = context
  const staff = { actorId: actor.personId, at, requestId }
  const changed = await reportPayments(sql, staff, marks, { ...counts, fileHash: hash.toString('hex') })
  const listed = [...results.filter(isUnknown), ...results.filter((one) => !isUnknown(one))].slice(
    0,
    MAX_LISTED_REPORTS,
  )
  const personIds = listed.flatMap(({ reported }) => reported.payment?.owner_id ?? [])
  await accessLog.recordAll({ session, personIds, what: 'list.viewed' })
  return { ...counts, changed, payments: listed.map(toResponse) }
}

const isUnknown = ({ outcome }: Result) => outcome === 'unknown'

/** In the order of the file: what it says of a payment later counts on what it said before. */
function decideAll(reported: readonly Reported[]): Result[] {
  const said = new Map<ReportedPayment, Set<PaymentStatus>>()
  return reported.map((one) => {
    const result = { reported: one, status: null, unknownReason: null, returnedBy: null, waits: false }
    if (!one.payment) return { ...result, outcome: 'unknown', unknownReason: one.unknown }
    const known = said.get(one.payment) ?? new Set(one.payment.statuses)
    said.set(one.payment, known)
    const decided = decide(one.report.word, known)
    if (decided.status) known.add(decided.status)
    return { ...result, ...decided }
  })
}

type Decided = Pick<Result, 'outcome' | 'status'> & { unknownReason?: Result['unknownReason'] }

function decide(word: Reported['report']['word'], known: ReadonlySet<PaymentStatus>): Decided {
  const fresh = (status: PaymentStatus) => (known.has(status) ? null : status)
  const unknown = (unknownReason: Result['unknownReason']): Decided => ({
    outcome: 'unknown',
    status: null,
    unknownReason,
  })
  if (word === 'unclear') return unknown('unclear_status')
  if (word === 'pending') return { outcome: 'pending', status: null }
  if (word === 'rejected')
    return known.has('booked') ? unknown('payment_booked') : { outcome: 'rejected', status: fresh('rejected') }
  // Of one that was rejected, the customer has the money already.
  if (word === 'returned') return { outcome: 'rejected', status: known.has('rejected') ? null : fresh('returned') }
  if (known.has('rejected')) return unknown('already_rejected')
  return { outcome: word, status: word === 'accepted' && known.has('booked') ? null : fresh(word) }
}

type Credit = Result & { reported: { payment: ReportedPayment & { transaction_id: string } } }

/** The return of a credit that the bank could not assign concerns no customer. */
const isCredit = (result: Result): result is Credit =>
  (result.status === 'rejected' || result.status === 'returned') && !!result.reported.payment?.transaction_id

/** Commands that arrive together share a transaction. */
const AT_ONCE = 25

async function creditBack(ledger: Deps['ledger'], credits: readonly Credit[], context: CommandContext): Promise<void> {
  for (let start = 0; start < credits.length; start += AT_ONCE)
    await Promise.all(credits.slice(start, start + AT_ONCE).map((credit) => creditOne(ledger, credit, context)))
}

const ALREADY: readonly RefusalCode[] = ['already_returned', 'return_pending']
/** Of the whole request, not of a payment. */
const OF_REQUEST: readonly RefusalCode[] = ['unauthenticated', 'forbidden']

async function creditOne(ledger: Deps['ledger'], credit: Credit, context: CommandContext): Promise<void> {
  const { payment, report } = credit.reported
  const outcome = await returnTransfer(
    ledger,
    {
      transactionId: payment.transaction_id,
      reason: customerReasonOf(report.reason),
      isRejection: credit.status === 'rejected',
    },
    { ...context, idempotency: null },
  )
  if (outcome.ok) {
    credit.returnedBy = outcome.transaction.id
    credit.waits = outcome.transaction.status === 'Pending'
    return
  }
  if (OF_REQUEST.includes(outcome.code)) throw new Refusal(outcome.code)
  if (ALREADY.includes(outcome.code)) return
  Object.assign(credit, { outcome: 'unknown', status: null, unknownReason: outcome.code } satisfies Partial<Result>)
}

const toMark = ({ reported: { payment, report }, status }: Result): PaymentMark[] =>
  payment && status ? [{ runId: payment.run_id, place: payment.place, status, reason: report.reason }] : []

const countsOf = (results: readonly Result[]) => {
  const count = (outcome: ReportOutcome) => results.filter((result) => result.outcome === outcome).length
  return {
    accepted: count('accepted'),
    rejected: count('rejected'),
    booked: count('booked'),
    unknown: count('unknown'),
    pending: count('pending'),
  }
}

const toResponse = ({
  reported: { report, payment },
  outcome,
  unknownReason,
  returnedBy,
  waits,
}: Result): PaymentReport => {
  const reference = payment?.end_to_end_id ?? report.reference
  return {
    outcome,
    reference: reference ? verbatim(reference) : null,
    runId: payment?.run_id ?? null,
    transactionId: payment?.transaction_id ?? null,
    amount: payment ? toAmount(payment.amount) : null,
    statusReason: report.reason ? verbatim(report.reason) : null,
    unknownReason: unknownReason === null ? null : verbatim(unknownReason),
    returnedBy,
    waits,
  }
}
