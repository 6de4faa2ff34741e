import { useMutation } from '@tanstack/react-query'
import type { sendTestMail } from '#contract/notifications/test-mail.ts'
import { refusals } from '#contract/refusals.ts'
import { verbatim } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { PasswordField } from '../../shared/ui/forms/password-field.tsx'
import { SectionCard, type SectionProps } from './section-card.tsx'

export const UNANNOUNCED_TEXT = refusals.mail_change_unannounced.message

export function MailSection({ form, stored, ...card }: SectionProps) {
  const { register } = form
  const isPasswordSet = stored.mail?.passwordSet
  return (
    <SectionCard
      title={t('E-mail notification info')}
      description={t('The account that emails to customers are sent from.')}
      actions={<TestMailButton />}
      {...card}
    >
      <TextField
        label={t('Email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        {...register('mail.name')}
      />
      <PasswordField
        label={t('Password')}
        autoComplete="new-password"
        maxLength={1024}
        placeholder={isPasswordSet ? t('Saved. Type to replace it.') : ''}
        hint={t('Stored encrypted and never shown again.')}
        {...register('mail.password')}
      />
      {card.problem === t(UNANNOUNCED_TEXT) && (
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0 accent-accent"
            {...register('mail.evenIfUnannounced')}
          />
          <span>{t('Change it without the announcement. The audit log will say so.')}</span>
        </label>
      )}
    </SectionCard>
  )
}

/** Uses the stored settings, not the typed ones: it tests what real emails are sent with. */
function TestMailButton() {
  const send = useMutation({
    mutationFn: () => call<typeof sendTestMail>('POST', '/settings/test-mail'),
    onSuccess: ({ sentTo }) => showToast({ message: t('Test email sent to {sentTo}', { sentTo: verbatim(sentTo) }) }),
    onError: (error) => showError(error),
  })
  return (
    <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
      {send.isPending ? t('Sending') : t('Send test email')}
    </Button>
  )
}
