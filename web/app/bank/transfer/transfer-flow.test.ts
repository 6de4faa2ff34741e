import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { afterRefusal, type Flow } from './transfer-flow.ts'

const atPin: Flow = { step: 'pin', code: null, problem: undefined }
const refused = (status: number, code: string, message = 'Why.') => new ApiError(status, { code, message })

test('Require code opens the code step without an error', () => {
  expect(afterRefusal(atPin, refused(403, 'code_required'))).toEqual({ flow: { ...atPin, step: 'code' }, shown: true })
})

test('a wrong PIN stays at the PIN step and keeps the code', () => {
  const flow = { ...atPin, code: '12345' }
  expect(afterRefusal(flow, refused(403, 'pin_incorrect', 'Incorrect PIN.'))).toEqual({
    flow: { step: 'pin', code: '12345', problem: 'Incorrect PIN.', locked: false },
    shown: true,
  })
})

test.each([
  ['pin_incorrect', 4, 'Why. 4 attempts left.', false],
  ['pin_incorrect', 1, 'Why. 1 attempt left.', false],
  ['pin_incorrect', 0, 'Your PIN is locked after five wrong attempts.', true],
  ['code_incorrect', 2, 'Why. 2 attempts left.', false],
  ['code_incorrect', 0, 'Your transaction code is locked. Please contact support.', true],
])('%s with %i attempts left says so', (code, attemptsLeft, problem, locked) => {
  const error = new ApiError(403, { code, message: 'Why.', current: { attemptsLeft } })
  expect(afterRefusal(atPin, error).flow).toMatchObject({ problem, locked })
})

test.each(['code_incorrect', 'code_expired', 'code_locked'])(
  '%s returns to the code step and clears the code',
  (code) => {
    const { flow } = afterRefusal({ ...atPin, code: '12345' }, refused(403, code))
    expect(flow).toEqual({ step: 'code', code: null, problem: 'Why.', locked: code === 'code_locked' })
  },
)

test.each(['insufficient_balance', 'limit_exceeded'])('%s returns to the form and needs a toast', (code) => {
  expect(afterRefusal(atPin, refused(409, code))).toEqual({
    flow: { ...atPin, step: 'form' },
    shown: false,
  })
})

test.each(['challenge_expired', 'passkey_incorrect', 'authorisation_mismatch'])(
  '%s returns to the review, with a toast, and keeps the code',
  (code) => {
    const flow: Flow = { step: 'code', code: '12345', problem: undefined }
    expect(afterRefusal(flow, refused(401, code))).toEqual({ flow: { ...flow, step: 'review' }, shown: false })
  },
)

test('a missing response changes nothing', () => {
  expect(afterRefusal(atPin, new ApiError(0, null))).toEqual({ flow: atPin, shown: false })
})
