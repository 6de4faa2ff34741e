import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'

const bank = useBank({ config: { rateLimit: true } })

test('limits newsletter and contact requests together to sixty an hour per address', async () => {
  const subscribe = (at: number) => bank.call('POST', '/newsletters', { body: { email: `${at}@fable.example` } })
  for (let at = 0; at < 60; at++) expect((await subscribe(at)).statusCode).toBe(202)
  const message = { name: 'A', email: 'a@b', mobile: '1', message: 'x', terms: true }
  for (const refused of [await subscribe(60), await bank.call('POST', '/contact', { body: message })]) {
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too_many' }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  const [count] = await bank.owner<{ kept: number }[]>`select count(*)::int as kept from newsletter_subscriptions`
  expect(count?.kept).toBe(60)
})
