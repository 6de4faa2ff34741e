import { useMutation } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import type { cancelPaymentRun, PaymentRunDetails } from '#contract/external-money/payment-runs.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { formatDateTime } from '../../parts/format-date.ts'

/** Frees the payments. Where the file was downloaded, a person says that the outside bank does not have it. */
export function CancelRun({ run }: { run: PaymentRunDetails }) {
  const [open, setOpen] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const close = () => {
    setOpen(false)
    setConfirmed(false)
  }
  const { downloadedAt } = run
  const cancel = useMutation({
    mutationFn: () =>
      call<typeof cancelPaymentRun>('POST', '/admin/payment-runs/:id/cancel', {
        params: { id: run._id },
        body: isConfirmed ? { confirm: true } : {},
      }),
    onSuccess: ({ number }) => {
      showToast({ message: t('Run {number} is cancelled', { number }) })
      close()
      return reloadOffice()
    },
    onError: (error) => {
      // A colleague downloaded the file a moment ago: the dialog then asks.
      if (error instanceof ApiError && error.code === 'confirmation_needed') void reloadOffice()
      else showError(error)
    },
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Ban aria-hidden className="size-4.5" />
        {t('Cancel the run')}
      </Button>
      <Dialog open={open} onClose={close} title={t('Cancel run {number}?', { number: run.number })}>
        <div className="grid gap-4">
          <p>{t('Its payments are free for the next run. The run stays in the list, without a file.')}</p>
          {downloadedAt && (
            <div className="grid gap-3 rounded-xl bg-warning-soft px-4 py-3 text-warning">
              <p>
                {t(
                  'The file was downloaded on {date}. If the outside bank has it, everything in it would be paid twice.',
                  {
                    date: formatDateTime(downloadedAt),
                  },
                )}
              </p>
              <label className="flex items-start gap-3 text-ink">
                <input
                  type="checkbox"
                  checked={isConfirmed}
                  onChange={(event) => setConfirmed(event.target.checked)}
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                />
                {t('The outside bank does not have this file.')}
              </label>
            </div>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              variant="danger"
              busy={cancel.isPending}
              disabled={downloadedAt !== null && !isConfirmed}
              onClick={() => cancel.mutate()}
            >
              {t('Cancel the run')}
            </Button>
            <Button variant="quiet" disabled={cancel.isPending} onClick={close}>
              {t('Back')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
