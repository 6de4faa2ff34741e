import { useState } from 'react'
import type { UnclearedDeposit } from '#contract/external-money/bank-statements.ts'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import type { approve, decline } from '#contract/payments/transactions.ts'
import { joinTexts } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'
import { caseQuery } from '../list/transactions-query.ts'
import type { Decision } from './decision.ts'
import { describeDecision } from './describe-decision.ts'

const DONE_TEXTS = { approve: msg('Transaction approved'), decline: msg('Transaction declined') }
const DECIDED = { approve: msg('Already approved by {name}'), decline: msg('Already declined by {name}') }

/** Of this tab: what was decided here is reported here. */
const sentHere = new Set<string>()
export const wasSentHere = (transactionId: string) => sentHere.has(transactionId)

/** `confirm`: the deposit is other money than what was asked about. */
type Answer = { reason?: string; confirm?: true }

/**
 * Sends a decision once and reports the outcome: another administrator may have decided first. `onSettled` is called when
 * the transaction is decided, by whomever; it opens the next one, or shows the outcome.
 */
export function useDecision({ transaction }: TransactionCase, decision: Decision, onSettled: () => void) {
  const admin = useCurrentAdmin()
  const { _id: transactionId } = transaction
  const [doubts, setDoubts] = useState<UnclearedDeposit[]>()
  const submission = useIdempotentSubmission(
    ({ reason, confirm }: Answer, idempotencyKey) => {
      sentHere.add(transactionId)
      return decision === 'approve'
        ? call<typeof approve>('POST', '/deposit/approve', { body: { transactionId, confirm }, idempotencyKey })
        : call<typeof decline>('POST', '/deposit/decline', { body: { transactionId, reason }, idempotencyKey })
    },
    {
      onDone: ({ status }) => {
        if (status === 'Pending') showToast({ message: t(PROPOSED_TEXT) })
        else void notifyDecided(transactionId, decision, admin._id)
        onSettled()
        void reloadOffice()
      },
      onRefused: (error) => {
        if (error instanceof ApiError && error.code === 'already_decided') {
          showError(error, joinTexts(' ', error.message, describeDecision(error.current)))
          onSettled()
          void reloadOffice()
        } else if (error instanceof ApiError && error.code === 'confirmation_needed')
          setDoubts(error.current?.deposits as UnclearedDeposit[] | undefined)
        else showError(error)
      },
    },
  )
  return { ...submission, doubts }
}

/** A decision that is made twice is not an error, but the second administrator should know who made it. */
async function notifyDecided(transactionId: string, decision: Decision, adminId: string) {
  const decidedBy = await queryClient
    .fetchQuery({ ...caseQuery(transactionId), staleTime: 0 })
    .then(({ transaction }) => transaction.decidedBy)
    .catch(() => null)
  if (decidedBy && decidedBy._id !== adminId) showToast({ message: t(DECIDED[decision], { name: decidedBy.fullName }) })
  else showToast({ message: t(DONE_TEXTS[decision]) })
}
