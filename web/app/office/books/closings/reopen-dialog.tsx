import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Closing, proposeReopening } from '#contract/books/closings.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { reloadBell } from '../../../shared/live/bell-query.ts'
import { showError } from '../../../shared/show-error.ts'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { FormButtons } from '../../../shared/ui/forms/form-buttons.tsx'
import { dayText } from '../../external-money/layout/day-text.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { ReasonField, useReason } from '../../parts/reason-field.tsx'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'

type Props = { closing: Closing; open: boolean; onClose: () => void }

export function ReopenDialog({ closing: { _id: id, until }, open, onClose }: Props) {
  const { reason, isMissing, field } = useReason()
  const reopen = useMutation({
    mutationFn: () =>
      call<typeof proposeReopening>('POST', '/admin/closings/:id/reopen', { params: { id }, body: { reason } }),
    onSuccess: () => {
      showToast({ message: t(PROPOSED_TEXT) })
      onClose()
      return Promise.all([reloadOffice(), reloadBell()])
    },
    onError: (error) => showError(error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isMissing()) reopen.mutate()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Propose to reopen the books?')}
      intro={t(
        'They are closed up to {day}. Once a second member of staff confirms, bookings with a date in this period are possible again. The documents stay as they are.',
        { day: dayText(until) },
      )}
      focusFirstField
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <ReasonField {...field} />
        <FormButtons busy={reopen.isPending} submit={t('Propose reopening')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
