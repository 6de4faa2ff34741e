import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { secretProblem } from './secret-problem.ts'

export const PIN_LENGTH = 4
const MISMATCH_TEXT = msg('Invalid Verification Code. Please try again.')

export type PinStep = 'current' | 'new' | 'confirm'
export type Pins = { pin: string; newPin: string }

type Options = { first: 'current' | 'new'; save: (pins: Pins) => Promise<unknown>; onSaved: () => unknown }

/** The current PIN where it is needed, then the new one twice. A refusal leads back to the step that it is about. */
export function usePinForm({ first, save, onSaved }: Options) {
  const [step, setStep] = useState<PinStep>(first)
  const [entered, setEntered] = useState<Pins>({ pin: '', newPin: '' })
  const [digits, setDigits] = useState('')
  const [problem, setProblem] = useState<Text>()
  const [locked, setLocked] = useState(false)
  const saving = useMutation({ mutationFn: save, onSuccess: onSaved, onError: showRefusal })

  function go(next: PinStep, why?: Text) {
    setStep(next)
    setDigits('')
    setProblem(why)
  }
  function showRefusal(error: unknown) {
    const { code, fieldErrors } = error instanceof ApiError ? error : { code: undefined, fieldErrors: [] }
    if (error instanceof ApiError && (code === 'pin_incorrect' || code === 'pin_locked')) {
      const refused = secretProblem(error)
      setLocked(refused.locked)
      return go('current', refused.problem)
    }
    const weak = fieldErrors.find(({ path }) => path === 'newPin' || path === 'pin')
    go(weak ? 'new' : first, weak?.msg)
    if (!weak) showError(error)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (digits.length < PIN_LENGTH || saving.isPending) return
    if (step === 'confirm') return digits === entered.newPin ? saving.mutate(entered) : go('confirm', t(MISMATCH_TEXT))
    setEntered(step === 'current' ? { pin: digits, newPin: '' } : { ...entered, newPin: digits })
    go(step === 'current' ? 'new' : 'confirm')
  }
  function type(value: string) {
    setDigits(value)
    if (value) setProblem(undefined)
  }
  return { step, digits, problem, locked, submit, type, startOver: () => go(first), saving: saving.isPending }
}
