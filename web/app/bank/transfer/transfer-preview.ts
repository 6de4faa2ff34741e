import { queryOptions } from '@tanstack/react-query'
import type { previewTransfer } from '#contract/payments/transfers.ts'
import { call } from '../../shared/api/call.ts'
import { toPayment } from './submit-payment.ts'
import type { TransferForm } from './transfer-values.ts'

/** The bank stands by a preview for so long. */
const HOLDS_MS = 60_000
/** Each one counts as a check of a payee: a review that is left open must not use them all up. */
const MOST_PREVIEWS = 5

/** Fee, arrival and check of the name, as the bank decides them. Asked again while the review stays open. */
export function transferPreview(form: TransferForm) {
  const body = { ...toPayment(form), ...(form.payRequest ? { payRequest: form.payRequest } : {}) }
  return queryOptions({
    queryKey: ['transfer-preview', body],
    queryFn: ({ signal }) => call<typeof previewTransfer>('POST', '/transfer/preview', { body, signal }),
    staleTime: HOLDS_MS,
    gcTime: HOLDS_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.data && state.dataUpdateCount < MOST_PREVIEWS ? HOLDS_MS : false),
  })
}
