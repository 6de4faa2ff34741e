import type { Text } from '#contract/text.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { secretProblem } from '../pin/secret-problem.ts'

export type Step = 'form' | 'review' | 'pin' | 'code' | 'submitted'
export type Flow = {
  step: Step
  /** Stored while the PIN is entered again; both are sent together. */
  code: string | null
  /** Why the PIN or the code was rejected, shown at its boxes. */
  problem: Text | undefined
  /** No attempt is left. */
  locked?: boolean
}
export const START: Flow = { step: 'form', code: null, problem: undefined }

/** The next step after a rejection. `shown`: the step itself explains it, so no toast is needed. */
export function afterRefusal(flow: Flow, error: unknown): { flow: Flow; shown: boolean } {
  if (!(error instanceof ApiError)) return { flow, shown: false }
  switch (error.code) {
    case 'code_required':
      return { flow: { ...flow, step: 'code', problem: undefined }, shown: true }
    case 'pin_incorrect':
    case 'pin_locked':
      return { flow: { ...flow, step: 'pin', ...secretProblem(error) }, shown: true }
    case 'code_incorrect':
    case 'code_expired':
    case 'code_locked':
      return { flow: { step: 'code', code: null, ...secretProblem(error) }, shown: true }
    case 'challenge_expired':
    case 'passkey_incorrect':
    case 'passkey_missing':
    case 'authorisation_mismatch':
      return { flow: { ...flow, step: 'review', problem: undefined }, shown: false }
    case 'insufficient_balance':
    case 'limit_exceeded':
    case 'same_account':
    case 'use_move':
    case 'unknown_account':
    case 'receiver_closed':
    case 'invalid':
      return { flow: { ...flow, step: 'form', problem: undefined }, shown: false }
    default:
      return { flow, shown: false }
  }
}
