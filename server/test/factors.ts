import { SoftwareAuthenticator } from './authenticator.ts'
import type { Person } from './bank.ts'
import { totpCode } from './totp-code.ts'

/** Sets up an authenticator app as the person would. */
export async function enrolTotp(person: Person, now: () => Date): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await person.call('POST', '/users/factors/totp')).json()
  const response = await person.call('POST', '/users/factors/totp/confirm', { body: { totp: totpCode(secret, now()) } })
  if (response.statusCode !== 201) throw new Error(`TOTP was not confirmed: ${response.body}`)
  return { secret, ...response.json() }
}

/** Registers a passkey as the person's browser would. */
export async function addPasskey(person: Person, authenticator = new SoftwareAuthenticator(), name = 'My phone') {
  const { challenge, options } = (await person.call('POST', '/users/factors/passkeys/options')).json()
  const body = { challenge, name, response: authenticator.register(options) }
  return { authenticator, body, response: await person.call('POST', '/users/factors/passkeys', { body }) }
}
