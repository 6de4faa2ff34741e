import { useMutation } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import type { markPaymentRunSent, PaymentRunDetails } from '#contract/external-money/payment-runs.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { reloadOffice } from '../../layout/office-query.ts'

/** Asks with count and total: a run that is sent can't be cancelled. */
export function MarkSent({ run }: { run: PaymentRunDetails }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const mark = useMutation({
    mutationFn: () =>
      call<typeof markPaymentRunSent>('POST', '/admin/payment-runs/:id/sent', { params: { id: run._id } }),
    onSuccess: ({ number }) => {
      showToast({ message: t('Run {number} is marked as sent', { number }) })
      close()
      return reloadOffice()
    },
    onError: (error) => showError(error),
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <CheckCheck aria-hidden className="size-4.5" />
        {t('Mark as sent')}
      </Button>
      <Dialog open={open} onClose={close} title={t('Mark run {number} as sent?', { number: run.number })}>
        <div className="grid gap-4">
          <p>
            <Trans
              text="The outside bank has the file with <0>{count, plural, one {# payment} other {# payments}}, {total}</0>, from {account}?"
              parts={[(children) => <strong className="figures font-semibold">{children}</strong>]}
              values={{ count: run.count, total: <Amount amount={run.total} />, account: run.account.name }}
            />
          </p>
          <p className="text-muted">
            {t('Afterwards the run can’t be cancelled. Payments that come back can be returned.')}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button busy={mark.isPending} onClick={() => mark.mutate()}>
              {t('Mark as sent')}
            </Button>
            <Button variant="quiet" disabled={mark.isPending} onClick={close}>
              {t('Back')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
