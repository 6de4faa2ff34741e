import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'

const bank = useBank({ config: { rateLimit: true } })

test('limits messages to thirty a minute per person, not per address', async () => {
  const [ada, ben] = [await bank.person(), await bank.person()]
  const body = { receiver: 'Admin', message: 'Hello?' }
  for (let at = 0; at < 30; at++) expect((await ada.call('POST', '/suport/send', { body })).statusCode).toBe(201)
  const refused = await ada.call('POST', '/suport/send', { body })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { message: 'Too many attempts. Please try again later.', code: 'too_many' },
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ben.call('POST', '/suport/send', { body })).statusCode).toBe(201)
  expect((await ada.call('GET', '/suport/message')).json()).toHaveLength(30)
})
