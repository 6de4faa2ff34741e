import { useMutation } from '@tanstack/react-query'
import type { confirmProposal, rejectProposal } from '#contract/authority/proposals.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { reloadBell } from '../../shared/live/bell-query.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../layout/office-query.ts'

const reload = () => Promise.all([reloadOffice(), reloadBell()])

/** A refusal reloads too: most often a colleague was faster, or the subject has changed. */
function onError(error: Error) {
  showError(error)
  void reload()
}

export function useConfirmProposal(id: string) {
  return useMutation({
    mutationFn: () => call<typeof confirmProposal>('POST', '/admin/proposals/:id/confirm', { params: { id } }),
    onSuccess: () => {
      showToast({ message: t('Confirmed and carried out') })
      return reload()
    },
    onError,
  })
}

export function useRejectProposal(id: string, { withdraws, onDone }: { withdraws: boolean; onDone: () => void }) {
  return useMutation({
    mutationFn: (reason: string) =>
      call<typeof rejectProposal>('POST', '/admin/proposals/:id/reject', { params: { id }, body: { reason } }),
    onSuccess: () => {
      showToast({ message: withdraws ? t('Withdrawn') : t('Rejected') })
      onDone()
      return reload()
    },
    onError,
  })
}
