import { ChevronsRight } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import { DepositDoubt } from './deposit-doubt.tsx'
import { FlaggedDialog } from './flagged-dialog.tsx'
import { useDecision } from './use-decision.ts'
import { warningsOf } from './warnings.ts'

type Props = { transactionCase: TransactionCase; onSettled: () => void }

/**
 * One press for each decision: all the evidence is above the button. A double click and a held key count once, because the
 * next transaction opens under the pointer.
 */
export function ApproveAndNext({ transactionCase, onSettled }: Props) {
  const { sending, unknown, doubts, submit, retry } = useDecision(transactionCase, 'approve', onSettled)
  const { amount, proposedBy } = transactionCase.transaction
  const isProposal = useNeedsSecondAdmin(Math.abs(amount), transactionCase.decidedAlone) && !proposedBy
  const approve = () => {
    if (!sending) unknown ? retry() : submit(doubts ? { confirm: true } : {})
  }
  const [asks, setAsks] = useState(false)
  const warnings = warningsOf(transactionCase.transaction)
  // What is doubtful or flagged is not approved by a key that is pressed for one after the other.
  useShortcuts({
    A: ({ repeat }) => {
      if (repeat || doubts || sending) return
      if (warnings.length > 0 && !unknown) setAsks(true)
      else approve()
    },
  })
  const onClick = ({ detail }: MouseEvent) => {
    if (detail <= 1) approve()
  }
  return (
    <>
      <Button variant="secondary" aria-keyshortcuts="Shift+a" busy={sending} onClick={onClick}>
        {!sending && <ChevronsRight aria-hidden className="size-4.5" />}
        {unknown
          ? t('Try again')
          : doubts
            ? t('It is other money')
            : isProposal
              ? t('Propose and next')
              : t('Approve and next')}
      </Button>
      <FlaggedDialog
        open={asks}
        transactionCase={transactionCase}
        warnings={warnings}
        isProposal={isProposal}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false)
          approve()
        }}
      />
      {doubts && (
        <div className="order-first basis-full">
          <DepositDoubt deposits={doubts} />
        </div>
      )}
      {unknown && (
        <p role="alert" className="basis-full text-warning">
          {t('No response from the server. Try again: the decision is only applied once.')}
        </p>
      )}
    </>
  )
}
