import { expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'

const bank = useBank()

test.each(['/users/factors', '/users/factors/', '/users/%66actors', '/USERS/factors', '/users/factors?x=1'])(
  'a newer endpoint does not exist at %s',
  async (url) => {
    const { token } = await bank.person()
    const response = await bank.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect(response.statusCode).toBe(404)
  },
)

test('the endpoints of the specification exist at the bare path', async () => {
  const { token } = await bank.person()
  const response = await bank.app.inject({ url: '/users', headers: { authorization: `Bearer ${token}` } })
  expect(response.statusCode).toBe(200)
})
