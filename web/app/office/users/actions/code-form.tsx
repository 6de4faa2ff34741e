import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { updateUser } from '#contract/office/administration.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { CODE_NOTICE, FIVE_DIGITS_TEXT } from '#contract/texts.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { DigitBoxes } from '../../../shared/ui/forms/digit-boxes.tsx'
import { TextAreaField, TextField } from '../../../shared/ui/forms/field.tsx'
import { FormButtons } from '../../../shared/ui/forms/form-buttons.tsx'
import { outcomeOf } from '../../proposals/proposed.ts'
import type { ActionProps } from './actions.ts'

const CODE_LENGTH = 5
const DONE_TEXT = msg('Code added successfully')
const DEFAULT_EXPIRY_DAYS = 30

export function CodeForm({ user, onDone, onBack }: ActionProps) {
  const [code, setCode] = useState('')
  const [expireDate, setExpireDate] = useState(daysFromNow(DEFAULT_EXPIRY_DAYS))
  const [codeDescription, setDescription] = useState<string>(user.codeDescription)
  const [problem, setProblem] = useState<Partial<Record<'code' | 'expireDate', Text>>>({})
  const save = useMutation({
    mutationFn: () =>
      call<typeof updateUser>('PATCH', '/admin/user', {
        body: { userId: user._id, updates: { transactionCode: { code, expireDate }, codeDescription } },
      }),
    onSuccess: (answer) => onDone(...outcomeOf(answer, t(DONE_TEXT))),
    onError: (error) => {
      const expiry = error instanceof ApiError && error.fieldErrors.find(({ path }) => path.endsWith('expireDate'))
      if (expiry) setProblem({ expireDate: expiry.msg })
      else showError(error)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length < CODE_LENGTH) setProblem({ code: t(FIVE_DIGITS_TEXT) })
    else if (!expireDate) setProblem({ expireDate: t('Enter a date.') })
    else save.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <DigitBoxes
        label={t('Transaction code')}
        length={CODE_LENGTH}
        value={code}
        error={problem.code}
        onChange={(digits) => {
          setCode(digits)
          if (digits) setProblem({})
        }}
      />
      <TextField
        autoComplete="off"
        label={t('Expires at the end of')}
        type="date"
        min={daysFromNow(0)}
        value={expireDate}
        error={problem.expireDate}
        onChange={(event) => setExpireDate(event.target.value)}
      />
      <TextAreaField
        autoComplete="off"
        label={t('Description')}
        rows={2}
        maxLength={400}
        hint={t('Shown to the customer when they enter the code.')}
        value={codeDescription}
        onChange={(event) => setDescription(event.target.value)}
      />
      <p className="rounded-2xl bg-sunken px-4 py-3 text-[0.9375rem]">
        {joinTexts(
          ' ',
          t(CODE_NOTICE),
          t('The code can’t be shown again, even to you. Give it to {name} now.', { name: user.fullName }),
        )}
      </p>
      <FormButtons busy={save.isPending} submit={t('Set code')} onCancel={onBack} />
    </form>
  )
}

const daysFromNow = (days: number) => {
  const then = new Date()
  then.setDate(then.getDate() + days)
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
