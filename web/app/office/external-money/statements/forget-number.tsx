import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { forgetStatementNumber } from '#contract/external-money/statement-numbers.ts'
import { verbatim } from '#contract/text.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { showError } from '../../../shared/show-error.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { reloadOffice } from '../../layout/office-query.ts'

/** A number by which files name an account, because staff said so. */
export function AlsoNamed({ accountId, number }: { accountId: string; number: string }) {
  const forget = useMutation({
    mutationFn: () =>
      call<typeof forgetStatementNumber>('DELETE', '/admin/outside-accounts/:id/numbers/:number', {
        params: { id: accountId, number },
      }),
    onSuccess: () => {
      showToast({ message: t('Forgotten. The next file of {number} asks again.', { number: verbatim(number) }) })
      void reloadOffice()
    },
    onError: (error) => showError(error),
  })
  return (
    <span className="figures inline-flex items-center gap-1 rounded-full bg-ink/5 ps-2.5 pe-1 text-sm text-muted">
      <LeftToRight>{verbatim(number)}</LeftToRight>
      <Permitted permission="outside:manage">
        <button
          type="button"
          disabled={forget.isPending}
          onClick={() => forget.mutate()}
          aria-label={t('Forget the number {number}', { number: verbatim(number) })}
          className="relative z-10 grid size-7 place-items-center rounded-full hover:bg-ink/8 hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </Permitted>
    </span>
  )
}
