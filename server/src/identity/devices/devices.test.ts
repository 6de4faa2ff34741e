import { expect, test } from 'vitest'
import type { Device } from '#contract/identity/devices.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { startSession } from '../../access/start-session.ts'

const bank = useBank()

const MINUTE = 60_000

async function devicesOf(person: Person, token = person.token): Promise<Device[]> {
  const response = await person.call('GET', '/users/devices', { token })
  expect(response.statusCode).toBe(200)
  return response.json()
}

const signsIn = (person: Person, userAgent: string) =>
  startSession(bank.sql, person.id, bank.now(), { userAgent, address: '203.0.113.7' })

const statusOf = async (person: Person, token: string) => (await person.call('GET', '/users', { token })).statusCode

test('lists active sessions with their origin and marks the current one', async () => {
  const person = await bank.person()
  await bank.person()
  await signsIn(person, 'A phone')
  const devices = await devicesOf(person)
  expect(devices.map(({ userAgent, current }) => [userAgent, current])).toEqual(
    expect.arrayContaining([
      ['test', true],
      ['A phone', false],
    ]),
  )
  expect(devices).toHaveLength(2)
  expect(JSON.stringify(devices)).not.toMatch(/token|hash/i)
})

test('omits ended, idle and expired sessions', async () => {
  const person = await bank.person()
  const idle = await signsIn(person, 'idle')
  const left = await signsIn(person, 'left')
  await person.call('POST', '/auths/logout', { token: left })
  expect(await statusOf(person, idle)).toBe(200)
  bank.clock.offsetMs += 20 * MINUTE
  expect(await statusOf(person, person.token)).toBe(200)
  bank.clock.offsetMs += 11 * MINUTE
  expect((await devicesOf(person)).map(({ userAgent }) => userAgent)).toEqual(['test'])
})

test('ending a session invalidates only its token, immediately', async () => {
  const person = await bank.person()
  const phone = await signsIn(person, 'A phone')
  const tablet = await signsIn(person, 'A tablet')
  expect(await statusOf(person, phone)).toBe(200)
  const device = (await devicesOf(person)).find(({ userAgent }) => userAgent === 'A phone')
  const response = await person.call('DELETE', `/users/devices/${device?._id}`)
  expect(response.statusCode).toBe(204)
  expect(await statusOf(person, phone)).toBe(401)
  expect(await statusOf(person, tablet)).toBe(200)
  expect(await statusOf(person, person.token)).toBe(200)
  const again = await person.call('DELETE', `/users/devices/${device?._id}`)
  expect([again.statusCode, again.json().code]).toEqual([404, 'not_found'])
})

test('rejects ending another person’s session', async () => {
  const [person, other] = [await bank.person(), await bank.person({ role: 'Admin' })]
  const [device] = await devicesOf(person)
  const response = await other.call('DELETE', `/users/devices/${device?._id}`)
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  expect(await statusOf(person, person.token)).toBe(200)
})

test('ending all others leaves the current session and other people’s sessions', async () => {
  const [person, other] = [await bank.person(), await bank.person()]
  const phone = await signsIn(person, 'A phone')
  expect(await statusOf(person, phone)).toBe(200)
  const response = await person.call('DELETE', '/users/devices')
  expect(response.statusCode).toBe(204)
  expect(await statusOf(person, phone)).toBe(401)
  expect(await statusOf(person, person.token)).toBe(200)
  expect(await statusOf(other, other.token)).toBe(200)
})

test('rejects an invalid session id and ends no session', async () => {
  const person = await bank.person()
  for (const id of ['x', "1' or '1'='1", '%00'])
    expect((await person.call('DELETE', `/users/devices/${encodeURIComponent(id)}`)).statusCode).toBe(400)
  expect(await devicesOf(person)).toHaveLength(1)
})
