import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { openBank } from '../../test/bank.ts'
import type { Config } from '../platform/config/config.ts'

/** The device cookie of a registration that the proxy says came over `protocol`. */
async function registeredCookie(config: Partial<Config>, protocol: string) {
  const bank = await openBank({ config })
  try {
    const body = { fullName: 'Ada Example', email: `${newId()}@people.example`, password: 'a long sentence for tests' }
    const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-for': '203.0.113.9' }
    const response = await bank.call('POST', '/auths/register', { body, headers })
    expect(response.statusCode).toBe(201)
    return response.cookies[0]
  } finally {
    await bank.close()
  }
}

test.each([
  ['PUBLIC_URL is https', { publicUrl: 'https://bank.example' }, 'http'],
  ['a trusted proxy reports https', { trustProxy: ['127.0.0.1'] }, 'https'],
])('the device cookie is Secure behind TLS: %s', async (_, config, protocol) => {
  expect(await registeredCookie(config, protocol)).toMatchObject({ name: 'openteller_device', secure: true })
})

test.each([
  ['PUBLIC_URL is http', { publicUrl: 'http://bank.example' }, 'http'],
  ['a client that is no trusted proxy claims https', {}, 'https'],
])('the device cookie is not Secure without TLS, where browsers would drop it: %s', async (_, config, protocol) => {
  expect(await registeredCookie(config, protocol)).not.toHaveProperty('secure')
})
