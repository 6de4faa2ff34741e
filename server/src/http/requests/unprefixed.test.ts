import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'

const bank = useBank()

test.each(['/users/factors', '/users/factors/', '/users/%66actors', '/USERS/factors', '/users/factors?x=1'])(
  'a newer endpoint does not exist at %s',
  async (url) => {
    const { token } = await bank.person()
    const response = await bank.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(response.statusCode).toBe(404)
  },
)

test('a fixed path of the specification comes before a newer one with a parameter', async () => {
  const { token } = await bank.person({ role: 'Admin' })
  const get = (url: string) => bank.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect((await get('/transactions/admin')).statusCode).toBe(200)
  expect((await get('/transactions/0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f')).json()).toMatchObject({ code: 'not_found' })
  expect((await get('/api/transactions/admin')).statusCode).toBe(200)
})

test('the endpoints of the specification exist at the bare path', async () => {
  const { token } = await bank.person()
  const response = await bank.app.inject({ url: '/users', headers: { authorization: `Bearer ${token}` } })
  expect(response.statusCode).toBe(200)
})
