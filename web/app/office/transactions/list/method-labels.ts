import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { msg, type TextId } from '#contract/text-id.ts'

export const METHOD_LABELS: Record<AdminTransaction['method'], TextId> = {
  wire: msg('Wire transfer'),
  bank: msg('Bank deposit'),
  crypto: msg('Cryptocurrency'),
  internal: msg('Internal transfer'),
  adjustment: msg('Manual adjustment'),
  move: msg('Between own accounts'),
}
