import { useRef } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'

type Props = {
  open: boolean
  transactionCase: TransactionCase
  warnings: readonly Text[]
  isProposal: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Before a shortcut approves what is flagged. The focus is on Cancel: the next key of a habit confirms nothing. */
export function FlaggedDialog({ open, transactionCase, warnings, isProposal, onClose, onConfirm }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  const { user, amount, counterparty } = transactionCase.transaction
  const sum = formatMoney(Math.abs(amount))
  const payee = counterparty?.accountName
  return (
    <Dialog open={open} onClose={onClose} title={t('Look at this one first')} initialFocus={cancel}>
      <div className="grid gap-5">
        <div className="grid gap-1 rounded-2xl bg-warning-soft px-4 py-3">
          <p className="figures font-semibold wrap-anywhere">
            {joinTexts(' – ', joinTexts(', ', sum, user.fullName), payee)}
          </p>
          <p className="font-medium text-warning">{joinTexts(', ', ...warnings)}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button onClick={onConfirm}>
            {isProposal ? t('Propose {amount}', { amount: sum }) : t('Approve {amount}', { amount: sum })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
