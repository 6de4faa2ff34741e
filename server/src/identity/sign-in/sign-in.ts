import { v7 as newId } from 'uuid'
import { knownBrowser } from '#contract/describe-browser.ts'
import type { Tx } from '../db/connection.ts'
import { record } from '../ledger/record.ts'
import { isKnownDevice, rememberDevice } from '../sessions/known-devices.ts'
import type { SignInMethod } from '../sessions/session.ts'
import { type SessionOrigin, startSession } from '../sessions/start-session.ts'

type SignIn = { personId: string; signedInWith: SignInMethod; origin: SessionOrigin; at: Date }

/**
 * The end of every sign-in: starts the session, remembers the device, and notifies the person of a new one. Returns the
 * token. The caller holds `lockPerson`: of two sign-ins from a new device one is notified, and a reset at the same moment
 * forgets the device or makes it new again.
 */
export async function signIn(tx: Tx, { personId, signedInWith, origin, at }: SignIn): Promise<string> {
  const { userAgent, address, deviceId } = origin
  const newDevice = !(await isKnownDevice(tx, personId, deviceId, at))
  const id = newId()
  const token = await startSession(tx, personId, at, { ...origin, signedInWith, newDevice, id })
  await rememberDevice(tx, personId, deviceId, at)
  if (newDevice) {
    // Without the raw user agent: the client chooses it, and the bank must not send a stranger's text.
    const data = { sessionId: id, browser: knownBrowser(userAgent), address }
    await record(tx, { notifications: [{ personId, kind: 'login.new_device', data, at }] })
  }
  return token
}
