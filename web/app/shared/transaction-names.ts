import type { TransactionCard } from '#contract/ledger/transaction.ts'
import { msg, type TextId } from '#contract/text-id.ts'

export const TYPE_NAMES: Record<TransactionCard['type'], TextId> = {
  Deposit: msg('Deposit'),
  Transfer: msg('Transfer'),
}

export const STATUS_NAMES: Record<TransactionCard['status'], TextId> = {
  Pending: msg('Pending'),
  Completed: msg('Completed'),
  Declined: msg('Declined'),
}
