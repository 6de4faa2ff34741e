import { describe, expect, test } from 'vitest'
import { refusals } from './refusals.ts'
import { errorText } from './texts.ts'

/** The exact texts of the specification: clients compare some of them. */
const AGREED = [
  [401, 'Invalid e-mail or password.'],
  [403, 'Your account is awaiting verification.'],
  [403, 'Incorrect PIN.'],
  [403, 'Require code'],
  [403, 'Incorrect transaction code.'],
  [403, 'Transaction code has expired.'],
  [409, 'An account with this e-mail already exists.'],
  [409, 'Insufficient balance.'],
  [400, 'Please upload a receipt before confirming payment.'],
  [400, 'No image found'],
  [400, 'Failed uploading image'],
] as const

describe('refusals', () => {
  test.each(AGREED)('%i %s', (status, message) => {
    expect(Object.values(refusals)).toContainEqual({ status, message })
  })

  test('have a code in snake case, an allowed status and a unique text', () => {
    const allowed = [400, 401, 403, 404, 405, 409, 413, 415, 422, 423, 429, 500, 503]
    for (const [code, { status, message }] of Object.entries(refusals)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(allowed).toContain(status)
      expect(message).not.toBe('')
    }
    const texts = Object.values(refusals).map(({ message }) => message)
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('the text a person reads for an error', () => {
  test.each([
    [
      {
        message: 'No.',
        errors: [
          { msg: 'One', path: 'a' },
          { msg: 'Two', path: 'b' },
        ],
      },
      'One, Two',
    ],
    [{ message: 'No.', errors: [] }, 'No.'],
    [{ message: 'No.' }, 'No.'],
    [{ message: '' }, 'Encounter an unknown error.'],
    [{}, 'Encounter an unknown error.'],
    [null, 'Encounter an unknown error.'],
    ['<html>', 'Encounter an unknown error.'],
  ])('%j', (response, text) => expect(errorText(response)).toBe(text))
})
