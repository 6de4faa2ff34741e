import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'

const bank = useBank({ config: { rateLimit: true } })

test('limits an address to six thousand calls a minute, except for the liveness check', async () => {
  const statuses = new Map<number, number>()
  for (let round = 0; round < 61; round++) {
    const responses = await Promise.all(Array.from({ length: 100 }, () => bank.call('GET', '/users')))
    for (const { statusCode } of responses) statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 401: 6_000, 429: 100 })
  expect((await bank.call('GET', '/readyz')).json()).toMatchObject({ code: 'too_many' })
  expect((await bank.call('GET', '/healthz')).json()).toEqual({ status: 'ok' })
})
