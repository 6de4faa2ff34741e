import { CANCELLED_TEXT } from '#contract/texts.ts'
import type { AdminTransaction } from '#contract/transactions.ts'
import type { ApiError } from '../../shared/api/api-error.ts'

const STATUS_VERBS = { Completed: 'approved', Declined: 'declined', Pending: '' }

/** 'Grace Admin declined it: Unreadable.', from the state that a refusal has with it. */
export function describeDecision(current: ApiError['current']): string {
  const { decidedBy, status, reason } = (current ?? {}) as Partial<AdminTransaction>
  if (!decidedBy || !status) return ''
  if (reason === CANCELLED_TEXT) return 'The customer cancelled it.'
  return `${decidedBy.fullName} ${STATUS_VERBS[status]} it${reason ? `: ${reason}` : ''}.`.replace('..', '.')
}
