import { ApiError } from '../../shared/api/api-error.ts'

export type Step = 'form' | 'review' | 'pin' | 'code' | 'submitted'
export type Flow = {
  step: Step
  /** Kept once it was asked for: the PIN is then asked for again, and both are sent. */
  code: string | null
  /** Why the PIN or the code was refused, shown at its boxes. */
  problem: string | undefined
}
export const START: Flow = { step: 'form', code: null, problem: undefined }

/** Where a refusal leads: to the boxes it is about, to the form, or nowhere (then it is only told). */
export function afterRefusal(flow: Flow, error: unknown): { flow: Flow; told: boolean } {
  const { code, message } = error instanceof ApiError ? error : { code: undefined, message: '' }
  switch (code) {
    case 'code_required':
      return { flow: { ...flow, step: 'code', problem: undefined }, told: true }
    case 'pin_incorrect':
    case 'pin_locked':
      return { flow: { ...flow, step: 'pin', problem: message }, told: true }
    case 'code_incorrect':
    case 'code_expired':
    case 'code_locked':
      return { flow: { step: 'code', code: null, problem: message }, told: true }
    case 'insufficient_balance':
    case 'same_account':
    case 'invalid':
      return { flow: { ...flow, step: 'form', problem: undefined }, told: false }
    default:
      return { flow, told: false }
  }
}
