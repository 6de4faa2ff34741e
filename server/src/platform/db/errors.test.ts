import pg from 'pg'
import { expect, test } from 'vitest'
import { commitError, isUnavailable } from './errors.ts'

test('a COMMIT has an unknown outcome unless PostgreSQL itself reported the error', () => {
  const socketError = Object.assign(new Error('bad record mac'), { code: 'ERR_SSL_BAD_RECORD_MAC' })
  expect([socketError, new Error('no code')].map(commitError).every(isUnavailable)).toBe(true)
  expect(commitError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))).toMatchObject({ code: 'ECONNRESET' })
  const refused = Object.assign(new pg.DatabaseError('violates', 8, 'error'), { code: '23503' })
  expect(isUnavailable(commitError(refused))).toBe(false)
})
