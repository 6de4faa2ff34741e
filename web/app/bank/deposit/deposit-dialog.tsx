import { formatMoney } from '#contract/money.ts'
import type { Transaction } from '#contract/payments/transactions.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { PushOffer } from '../push/push-offer.tsx'
import { SuccessCheck } from '../success-check.tsx'
import { UnconfirmedStep } from '../unconfirmed-step.tsx'
import type { DepositState } from './use-deposit.ts'
import { useSettings } from './use-settings.ts'

export type DepositDialogProps = { open: boolean; onClose: () => void; onFinished: () => void }

type Props = DepositDialogProps & {
  title: Text
  deposit: DepositState
  children: (settings: Settings) => Content
}

/** The dialog of both deposit methods: payment details, then the result. */
export function DepositDialog({ open, onClose, onFinished, title, deposit, children }: Props) {
  const { submitted, submission } = deposit
  const close = () => {
    if (submission.sending) return
    if (submitted) onFinished()
    else onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      focusFirstField
      keepsInput
      inParts
      title={submitted ? t('Deposit submitted') : submission.unknown ? t('Not confirmed yet') : title}
    >
      {submitted ? (
        <DepositSubmitted transaction={submitted} onDone={onFinished} />
      ) : submission.unknown ? (
        <UnconfirmedStep kind="deposit" onRetry={submission.retry} sending={submission.sending} />
      ) : (
        <WithSettings>{children}</WithSettings>
      )}
    </Dialog>
  )
}

function WithSettings({ children }: { children: (settings: Settings) => Content }) {
  const settings = useSettings()
  if (settings.data) return children(settings.data)
  if (settings.isError)
    return (
      <LoadFailure
        text={t('An error occurred while fetching settings.')}
        onRetry={settings.refetch}
        busy={settings.isFetching}
      />
    )
  return (
    <div role="status" className="grid gap-4">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-40 w-full rounded-2xl" />
      <span className="sr-only">{t('Loading...')}</span>
    </div>
  )
}

function DepositSubmitted({ transaction, onDone }: { transaction: Transaction; onDone: () => void }) {
  return (
    <div className="grid justify-items-center gap-6 text-center">
      <SuccessCheck />
      <p className="figures display text-4xl break-all">{formatMoney(transaction.amount)}</p>
      <p className="flex flex-wrap items-center justify-center gap-3">
        <span className="text-muted">{t('Reference')}</span>
        <span className="figures font-medium">
          <LeftToRight>{transaction.reference}</LeftToRight>
        </span>
        <CopyButton text={transaction.reference} />
      </p>
      <p className="max-w-sm text-muted">
        {t('We’ll check your receipt, usually within one business day. Then we’ll add the money to your balance.')}
      </p>
      <PushOffer />
      <Button size="large" className="w-full" onClick={onDone}>
        {t('Done')}
      </Button>
    </div>
  )
}
