import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { createPin } from '#contract/people.ts'
import { textOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { keepUser } from '../../shared/api/session.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { DigitBoxes } from '../../shared/ui/digit-boxes.tsx'
import { notify } from '../../shared/ui/notifications.ts'
import { useLogOut } from '../../shared/use-log-out.ts'

const PIN_LENGTH = 4
const MISMATCH_TEXT = 'Invalid Verification Code. Please try again.'

/** Enter four digits, then the same four again. */
export function CreatePin() {
  const navigate = useNavigate()
  const { logOut } = useLogOut()
  const [chosen, setChosen] = useState<string>()
  const [digits, setDigits] = useState('')
  const [problem, setProblem] = useState<string>()
  const create = useMutation({
    mutationFn: (pin: string) => call<typeof createPin>('POST', '/users/create-transaction-code', { body: { pin } }),
    onSuccess: async (user) => {
      keepUser(user)
      await navigate('/dashboard')
    },
    onError: (error) => notify({ message: textOf(error), error: true }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (digits.length < PIN_LENGTH || create.isPending) return
    if (chosen === undefined) {
      setChosen(digits)
    } else if (digits === chosen) {
      create.mutate(digits)
      return
    } else {
      setProblem(MISMATCH_TEXT)
    }
    setDigits('')
  }

  const confirming = chosen !== undefined
  return (
    <main className="mx-auto grid min-h-[85dvh] w-full max-w-md content-center gap-8 px-5 py-12">
      <Brand />
      <div className="grid gap-2">
        <h1 className="display text-4xl">{confirming ? 'Confirm your PIN' : 'Create your PIN'}</h1>
        <p className="text-muted">
          {confirming
            ? 'Enter the same four digits again.'
            : 'Four digits that confirm every transfer. Choose ones that nobody would guess.'}
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <DigitBoxes
          key={confirming ? 'confirm' : 'create'}
          label={confirming ? 'Confirm PIN' : 'PIN'}
          length={PIN_LENGTH}
          value={digits}
          error={problem}
          onChange={(value) => {
            setDigits(value)
            if (value) setProblem(undefined)
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" disabled={digits.length < PIN_LENGTH} busy={create.isPending}>
            Continue
          </Button>
          {confirming && (
            <Button
              look="quiet"
              size="large"
              onClick={() => [setChosen(undefined), setDigits(''), setProblem(undefined)]}
            >
              Start over
            </Button>
          )}
        </div>
      </form>
      <button type="button" onClick={logOut} className="w-fit py-2 text-muted underline underline-offset-4">
        Log out
      </button>
    </main>
  )
}
