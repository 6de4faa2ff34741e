import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { listenOnPort } from '../../../test/listen.ts'
import { MAX_QUEUED_PASSWORDS } from '../../platform/crypto/passwords.ts'

const bank = useBank()
const credentials = { email: 'ada@people.example', password: 'a long sentence that is hard to guess' }
const countPeople = async () => Number((await bank.sql<{ count: bigint }[]>`select count(*) from people`)[0]?.count)
const countAttempts = async () =>
  Number((await bank.sql<{ count: bigint }[]>`select coalesce(sum(count), 0) as count from attempts`)[0]?.count)

test('a flood of registrations neither delays a login nor grows without bound, and ends when its clients leave', async () => {
  const origin = `http://127.0.0.1:${await listenOnPort(bank)}`
  const leave = new AbortController()
  const post = (path: string, body: object, signal?: AbortSignal) =>
    fetch(`${origin}/api/auths/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    })
  expect((await post('register', { fullName: 'Ada Example', ...credentials })).status).toBe(201)

  const answers: Response[] = []
  const withStatus = (status: number) => answers.filter((answer) => answer.status === status)
  const flood = Array.from({ length: MAX_QUEUED_PASSWORDS + 200 }, async (_, at) => {
    const body = { fullName: 'Flo Flood', email: `flood-${at}@people.example`, password: credentials.password }
    const answer = await post('register', body, leave.signal).catch(() => null)
    if (answer) answers.push(answer)
  })
  await expect.poll(() => withStatus(503).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0)
  expect(withStatus(503)[0]?.headers.get('retry-after')).toBe('2')
  expect(await withStatus(503)[0]?.json()).toMatchObject({ code: 'unavailable' })

  // Counted in registrations instead of seconds, which depend on the machine.
  const before = await countPeople()
  expect((await post('login', credentials)).status).toBe(200)
  expect((await countPeople()) - before).toBeLessThan(20)

  leave.abort()
  await Promise.all(flood)
  expect((await post('register', { ...credentials, fullName: 'Late Lee', email: 'late@people.example' })).status).toBe(
    201,
  )
  // Lee is last in the queue: behind those who left, all of them would have been registered first.
  expect(await countPeople()).toBeLessThan(MAX_QUEUED_PASSWORDS / 2)
  expect(await countAttempts()).toBe(0)
})
