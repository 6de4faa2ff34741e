import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { CANCELLED_TEXT, SECURED_TEXT } from '#contract/texts.ts'
import type { ApiError } from '../../../shared/api/api-error.ts'
import { t } from '../../../shared/i18n/i18n.ts'

/** 'Grace Admin declined it: Unreadable.', from the state that a refusal has with it. */
export function describeDecision(current: ApiError['current']): Text | '' {
  const { decidedBy, status, reason } = (current ?? {}) as Partial<AdminTransaction>
  if (!decidedBy || !status) return ''
  if (reason === CANCELLED_TEXT) return t('The customer cancelled it.')
  if (reason === SECURED_TEXT) return t('It was cancelled when the customer secured the account.')
  const name = decidedBy.fullName
  if (!reason) return t(status === 'Completed' ? msg('{name} approved it.') : msg('{name} declined it.'), { name })
  const values = { name, reason: verbatim(reason.replace(/\.$/, '')) }
  return t(status === 'Completed' ? msg('{name} approved it: {reason}.') : msg('{name} declined it: {reason}.'), values)
}
