import type { TransactionCase } from '#contract/transaction-case.ts'
import type { AdminTransaction, approve, decline } from '#contract/transactions.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useOneSubmission } from '../../shared/api/one-submission.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { tellError } from '../../shared/tell-error.ts'
import { notify } from '../../shared/ui/notifications.ts'
import { reloadOffice } from '../office-query.ts'
import { useMe } from '../use-current-admin.ts'
import type { Decision } from './decision-form.tsx'
import { caseQuery } from './transactions-query.ts'

const TEXTS = { approve: 'Transaction approved', decline: 'Transaction declined' }
const PROPOSED_TEXT = 'Waiting for a second administrator'
const WORDS = { Completed: 'approved', Declined: 'declined', Pending: '' }

/** Sends a decision once, and tells what became of it: somebody else may have been faster. */
export function useDecision({ transaction }: TransactionCase, decision: Decision, onSettled: () => void) {
  const me = useMe()
  const { _id: transactionId } = transaction
  return useOneSubmission(
    (reason: string, idempotencyKey) =>
      decision === 'approve'
        ? call<typeof approve>('POST', '/deposit/approve', { body: { transactionId }, idempotencyKey })
        : call<typeof decline>('POST', '/deposit/decline', { body: { transactionId, reason }, idempotencyKey }),
    {
      onDone: async ({ status }) => {
        if (status === 'Pending') notify({ message: PROPOSED_TEXT })
        else await tellDone(transactionId, decision, me._id)
        onSettled()
        await reloadOffice()
      },
      onRefused: (error) => {
        if (error instanceof ApiError && error.code === 'already_decided') {
          tellError(error, [error.message, whoDecided(error.current)].filter(Boolean).join(' '))
          onSettled()
          void reloadOffice()
        } else tellError(error)
      },
    },
  )
}

/** The same decision twice is no mistake, but whoever came second should know. */
async function tellDone(transactionId: string, decision: Decision, me: string) {
  const decidedBy = await queryClient
    .fetchQuery({ ...caseQuery(transactionId), staleTime: 0 })
    .then(({ transaction }) => transaction.decidedBy)
    .catch(() => null)
  if (decidedBy && decidedBy._id !== me) notify({ message: `${TEXTS[decision]} already, by ${decidedBy.fullName}` })
  else notify({ message: TEXTS[decision] })
}

function whoDecided(current: ApiError['current']): string {
  const { decidedBy, status, reason } = (current ?? {}) as Partial<AdminTransaction>
  if (!decidedBy || !status) return ''
  return `${decidedBy.fullName} ${WORDS[status]} it${reason ? `: ${reason}` : ''}.`.replace('..', '.')
}
