import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import type { decideVerification, listVerifications, Submission } from '#contract/identity/verification.ts'
import { msg } from '#contract/text-id.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { reloadBell } from '../../shared/live/bell-query.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../layout/office-query.ts'

const DONE = {
  identity: { approved: msg('{name} is now Active'), rejected: msg('{name} was asked for other documents') },
  name_change: {
    approved: msg('The name or date of birth of {name} was changed'),
    rejected: msg('{name} keeps the verified name and date of birth'),
  },
}

type Decision = { decision: 'approve' | 'reject'; reason: string }

/** After a decision the next person in the queue is shown; after the last one, the queue. */
export function useDecision(user: User, submission: Submission) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ decision, reason }: Decision) =>
      call<typeof decideVerification>('POST', '/admin/verifications/decide', {
        body: {
          userId: user._id,
          decision,
          reason,
          submissionId: submission._id,
          expected: { fullName: user.fullName, dob: user.dob },
        },
      }),
    onSuccess: async ({ kind, state }) => {
      showToast({ message: t(DONE[kind][state === 'approved' ? 'approved' : 'rejected'], { name: user.fullName }) })
      const next = await findNext()
      void navigate(next ? `/dashboard/verifications/${next}` : '/dashboard/verifications')
      void reloadOffice()
      void reloadBell()
    },
    onError: (error) => {
      showError(error)
      // A colleague may have decided.
      void reloadOffice()
    },
  })
}

async function findNext(): Promise<string | null> {
  const page = await callPage<typeof listVerifications>('GET', '/admin/verifications', { query: { limit: '1' } }).catch(
    () => null,
  )
  return page?.items[0]?.user._id ?? null
}
