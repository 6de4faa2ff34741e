import { useMutation } from '@tanstack/react-query'
import type { resendConfirmation } from '#contract/identity/email.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'

/** The page reloads the customer by a live update once the link was followed, in whichever browser. */
export function UnconfirmedEmail({ email }: { email: Text }) {
  const resend = useMutation({
    mutationFn: () => call<typeof resendConfirmation>('POST', '/users/confirm-email').then(() => null),
    onSuccess: () => showToast({ message: t('We sent the link again.') }),
    onError: (error) => showError(error),
  })
  return (
    <div className="grid gap-3 rounded-2xl bg-ink/4 p-4">
      <p className="text-[0.9375rem]">
        <Trans
          text="<0>Not confirmed yet.</0> We sent a link to <1>{email}</1>. Open it to confirm that this address is yours."
          parts={[
            (children) => <span className="font-medium">{children}</span>,
            (children) => <span className="wrap-anywhere">{children}</span>,
          ]}
          values={{ email }}
        />
      </p>
      <Button
        variant="secondary"
        busy={resend.isPending}
        onClick={() => resend.mutate()}
        className="justify-self-start whitespace-normal!"
      >
        {t('Resend confirmation email')}
      </Button>
    </div>
  )
}
