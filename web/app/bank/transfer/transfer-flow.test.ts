import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { afterRefusal, type Flow } from './transfer-flow.ts'

const atPin: Flow = { step: 'pin', code: null, problem: undefined }
const refused = (status: number, code: string, message = 'Why.') => new ApiError(status, { code, message })

test('Require code leads to the code, without a word: it is a step and not a mistake', () => {
  expect(afterRefusal(atPin, refused(403, 'code_required'))).toEqual({ flow: { ...atPin, step: 'code' }, told: true })
})

test('a wrong PIN stays at the PIN and keeps the code', () => {
  const flow = { ...atPin, code: '12345' }
  expect(afterRefusal(flow, refused(403, 'pin_incorrect', 'Incorrect PIN.'))).toEqual({
    flow: { step: 'pin', code: '12345', problem: 'Incorrect PIN.' },
    told: true,
  })
})

test.each(['code_incorrect', 'code_expired', 'code_locked'])('%s leads back to the code and forgets it', (code) => {
  const { flow } = afterRefusal({ ...atPin, code: '12345' }, refused(403, code))
  expect(flow).toEqual({ step: 'code', code: null, problem: 'Why.' })
})

test('too little money leads back to the form, and is told', () => {
  expect(afterRefusal(atPin, refused(409, 'insufficient_balance'))).toEqual({
    flow: { ...atPin, step: 'form' },
    told: false,
  })
})

test('silence changes nothing', () => {
  expect(afterRefusal(atPin, new ApiError(0, null))).toEqual({ flow: atPin, told: false })
})
