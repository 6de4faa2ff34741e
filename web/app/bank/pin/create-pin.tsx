import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { createPin } from '#contract/identity/pin.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { setUser } from '../../shared/api/session.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { useLogOut } from '../../shared/session/use-log-out.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { DigitBoxes } from '../../shared/ui/forms/digit-boxes.tsx'
import { Brand } from '../../shared/ui/page/brand.tsx'

const PIN_LENGTH = 4
const MISMATCH_TEXT = msg('Invalid Verification Code. Please try again.')

/** The PIN is entered, then confirmed. */
function useCreatePin() {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const [digits, setDigits] = useState('')
  const [problem, setProblem] = useState<Text>()
  const create = useMutation({
    mutationFn: (pin: string) => call<typeof createPin>('POST', '/users/create-transaction-code', { body: { pin } }),
    onSuccess: async (user) => {
      setUser(user)
      await navigate('/dashboard')
    },
    onError: (error) => {
      const reason = error instanceof ApiError ? error.fieldErrors.find(({ path }) => path === 'pin')?.msg : undefined
      if (reason === undefined) return showError(error)
      startOver()
      setProblem(reason)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (digits.length < PIN_LENGTH || create.isPending) return
    if (chosen === undefined) setChosen(digits)
    else if (digits === chosen) return create.mutate(digits)
    else setProblem(t(MISMATCH_TEXT))
    setDigits('')
  }
  function type(value: string) {
    setDigits(value)
    if (value) setProblem(undefined)
  }
  function startOver() {
    setChosen(undefined)
    setDigits('')
    setProblem(undefined)
  }
  return { confirming: chosen !== undefined, digits, problem, submit, type, startOver, creating: create.isPending }
}

export function CreatePin() {
  const { logOut } = useLogOut()
  const { confirming, digits, problem, submit, type, startOver, creating } = useCreatePin()
  return (
    <main className="mx-auto grid min-h-[85dvh] w-full max-w-md content-center gap-8 px-5 py-12">
      <Brand />
      <div className="grid gap-2">
        <h1 className="display text-4xl">{confirming ? t('Confirm your PIN') : t('Create your PIN')}</h1>
        <p className="text-muted">
          {confirming
            ? t('Enter the same PIN again.')
            : t('You’ll confirm every transfer with these four digits. Choose a PIN that’s hard to guess.')}
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <DigitBoxes
          key={confirming ? 'confirm' : 'create'}
          label={confirming ? t('Confirm PIN') : t('PIN')}
          length={PIN_LENGTH}
          value={digits}
          error={problem}
          onChange={type}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" disabled={digits.length < PIN_LENGTH} busy={creating}>
            {t('Continue')}
          </Button>
          {confirming && (
            <Button variant="quiet" size="large" onClick={startOver}>
              {t('Start over')}
            </Button>
          )}
        </div>
      </form>
      <button
        type="button"
        onClick={logOut}
        className="w-fit py-2 pointer-coarse:py-2.5 text-muted underline underline-offset-4"
      >
        {t('Log out')}
      </button>
    </main>
  )
}
