import { MailCheck } from 'lucide-react'
import { useId } from 'react'
import type { forgotPassword } from '#contract/identity/auth.ts'
import { verbatim } from '#contract/text.ts'
import { FILL_ALL_TEXT } from '#contract/texts.ts'
import { errorMessage } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { t } from '../shared/i18n/i18n.ts'
import { Trans } from '../shared/i18n/trans.tsx'
import { Button } from '../shared/ui/button.tsx'
import { showToast } from '../shared/ui/feedback/toasts.ts'
import { TextField } from '../shared/ui/forms/field.tsx'
import { FormProblem } from '../shared/ui/forms/form-problem.tsx'
import { useForm } from '../shared/ui/forms/use-form.ts'
import { DemoMailLink } from './demo-logins.tsx'
import { FormHead, ModeLink } from './form-parts.tsx'

/** The confirmation is the same whether or not the address has an account, as in the server's response. */
export function ForgotForm({ email }: { email: string }) {
  const problemId = useId()
  const { register, handleSubmit, watch, formState } = useForm({ defaultValues: { email } })
  const { errors, isSubmitting, isSubmitSuccessful } = formState

  const submit = handleSubmit(async (body) => {
    try {
      await call<typeof forgotPassword>('POST', '/auths/forgot', { body })
    } catch (error) {
      showToast({ message: errorMessage(error), error: true })
      throw error
    }
  })

  if (isSubmitSuccessful) return <LinkSent email={watch('email')} />
  return (
    <>
      <FormHead title={t('Reset your password')}>
        {t('Enter your email address and we’ll send you a link to set a new password.')}
      </FormHead>
      <form noValidate onSubmit={(event) => void submit(event).catch(() => undefined)} className="grid gap-5">
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="username"
          enterKeyHint="send"
          required
          invalid={Boolean(errors.email)}
          describedBy={errors.email && problemId}
          {...register('email', { required: true })}
        />
        <FormProblem id={problemId}>{errors.email && t(FILL_ALL_TEXT)}</FormProblem>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? t('Sending') : t('Send link')}
        </Button>
        <p>
          <ModeLink mode="login" email={watch('email')}>
            {t('Back to log in')}
          </ModeLink>
        </p>
      </form>
    </>
  )
}

function LinkSent({ email }: { email: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-4">
      <MailCheck aria-hidden className="size-10 text-accent" strokeWidth={1.5} />
      <h1 className="display text-[2.6rem]">{t('Check your email')}</h1>
      <p className="text-muted">
        <Trans
          text="If an account uses <0>{email}</0>, a link to set a new password is on its way. The link works once and expires after 30 minutes."
          parts={[(children) => <strong className="font-semibold break-all text-ink">{children}</strong>]}
          values={{ email: verbatim(email) }}
        />
      </p>
      <DemoMailLink />
      <ModeLink mode="login" email={email}>
        {t('Back to log in')}
      </ModeLink>
    </div>
  )
}
