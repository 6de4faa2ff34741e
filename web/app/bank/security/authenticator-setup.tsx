import { useId, useState } from 'react'
import type { confirmTotp } from '#contract/identity/factors.ts'
import type { Text } from '#contract/text.ts'
import { errorMessage } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { QrCode } from '../qr-code.tsx'

export type Setup = { secret: string; uri: string }

export function SetupForm({ setup, onDone }: { setup: Setup; onDone: (codes: string[]) => void }) {
  const problemId = useId()
  const [problem, setProblem] = useState<Text>()
  const { register, handleSubmit, setFocus, formState } = useForm({ defaultValues: { totp: '' } })
  const submit = handleSubmit(
    async ({ totp }) => {
      try {
        const body = { totp }
        const { recoveryCodes } = await call<typeof confirmTotp>('POST', '/users/factors/totp/confirm', { body })
        onDone(recoveryCodes)
      } catch (error) {
        setProblem(errorMessage(error))
        setFocus('totp', { shouldSelect: true })
      }
    },
    () => setProblem(t('Enter the six digits that the app shows.')),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <ol className="grid gap-6">
        <Step number={1} title={t('Scan this with your authenticator app')}>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
            <QrCode text={setup.uri} label={t('QR code for your authenticator app')} sizePx={168} />
            <div className="grid min-w-0 flex-1 basis-44 justify-items-start gap-2">
              <p className="text-sm text-muted">{t('Can’t scan? Type this key into the app:')}</p>
              <code className="font-sans font-medium figures tracking-wide">
                {setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </code>
              <CopyButton text={setup.secret} what={t('the key')} />
            </div>
          </div>
        </Step>
        <Step number={2} title={t('Enter the code that the app shows')}>
          <TextField
            label={t('Code')}
            hint={t('Six digits. A new code appears every 30 seconds.')}
            inputMode="numeric"
            enterKeyHint="done"
            autoComplete="one-time-code"
            required
            invalid={Boolean(problem)}
            describedBy={problem && problemId}
            className="figures max-w-64"
            {...register('totp', { required: true, onChange: () => setProblem(undefined) })}
          />
        </Step>
      </ol>
      <FormProblem id={problemId}>{problem}</FormProblem>
      <Button type="submit" busy={formState.isSubmitting} className="justify-self-start">
        {t('Turn on')}
      </Button>
    </form>
  )
}

function Step({ number, title, children }: { number: number; title: Text; children: Content }) {
  return (
    <li className="grid gap-3">
      <p className="flex items-center gap-3 font-semibold">
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-sm text-accent"
        >
          {number}
        </span>
        {title}
      </p>
      {children}
    </li>
  )
}
