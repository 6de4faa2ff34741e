import { expect, test } from 'vitest'
import { importBankStatement } from '#contract/external-money/statement-import.ts'
import { refusals } from '#contract/refusals.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { accountQuestion, importProblem, namedAccount } from './import-errors.ts'

test('every refusal of an import says what to do, beside the message of the server', () => {
  for (const code of importBankStatement.refusals) {
    if (code === 'mapping_required') continue // Opens the dialog instead.
    const error = new ApiError(refusals[code].status, { code, message: 'Row 7: no amount.' })
    expect(importProblem(error), code).toMatchObject({ detail: 'Row 7: no amount.' })
  }
})

test('without an answer the file may be imported again', () => {
  expect(importProblem(new ApiError(0, null)).title).toBe('We lost the connection')
  expect(importProblem(new ApiError(502, null)).advice).toMatch('not imported twice')
})

test('the question which account a number means', () => {
  const current = { number: '77', currency: null, numbers: ['77', '78'], candidates: [{ _id: 'a', name: 'Main' }] }
  const body = { code: 'account_unclear', message: '', current }
  expect(accountQuestion(new ApiError(409, body))).toEqual({
    number: '77',
    currency: '',
    numbers: ['77', '78'],
    candidates: ['a'],
  })
  expect(accountQuestion(new ApiError(409, { ...body, current: { ...current, candidates: [] } }))).toBeNull()
})

test('the account that is not listed is read from the refusal', () => {
  const body = { code: 'unknown_account', message: '', current: { account: { number: 'DE89', currency: 'EUR' } } }
  expect(namedAccount(new ApiError(400, body))).toEqual({ number: 'DE89', currency: 'EUR' })
  expect(namedAccount(new ApiError(400, { ...body, current: { number: '77' } }))).toEqual({
    number: '77',
    currency: '',
  })
  expect(namedAccount(new ApiError(400, { ...body, code: 'balances_differ' }))).toBeNull()
})
