import { CircleCheck, RotateCcw } from 'lucide-react'
import type { Conversation } from '#contract/office/support.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { useUpdateConversation } from './use-update-conversation.ts'

/** The customer's next message reopens a solved conversation by itself. */
export function SolveButton({ conversation: { userId, state } }: { conversation: Conversation }) {
  const update = useUpdateConversation(userId)
  const solved = state === 'solved'
  const Icon = solved ? RotateCcw : CircleCheck
  return (
    <button
      type="button"
      // Stays focusable while it is busy: the focus must not fall to the page.
      aria-disabled={update.isPending}
      onClick={() => {
        if (update.isPending) return
        update.mutate(
          { state: solved ? 'open' : 'solved' },
          { onSuccess: () => showToast({ message: solved ? t('Conversation reopened') : t('Conversation solved') }) },
        )
      }}
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-accent hover:bg-accent-soft aria-disabled:opacity-55"
    >
      <Icon aria-hidden className="size-4.5" />
      {solved ? t('Reopen') : t('Solve')}
    </button>
  )
}
