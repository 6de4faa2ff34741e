import { v7 as newId } from 'uuid'
import { knownBrowser } from '#contract/identity/describe-browser.ts'
import { isKnownDevice, rememberDevice } from '../../access/known-devices.ts'
import type { SignInMethod } from '../../access/session.ts'
import { type SessionOrigin, startSession } from '../../access/start-session.ts'
import { record } from '../../ledger/record.ts'
import type { Tx } from '../../platform/db/connection.ts'

type SignIn = { personId: string; signedInWith: SignInMethod; origin: SessionOrigin; at: Date }

/**
 * The end of every sign-in: starts the session, remembers the device, and notifies the person of a new one. Returns the
 * token. The caller holds `lockPerson`: of two sign-ins from a new device one is notified, and a reset at the same moment
 * forgets the device or makes it new again.
 */
export async function signIn(tx: Tx, { personId, signedInWith, origin, at }: SignIn): Promise<string> {
  const { userAgent, address, deviceId } = origin
  const newDevice = !(await isKnownDevice(tx, personId, deviceId))
  const id = newId()
  const token = await startSession(tx, personId, at, { ...origin, signedInWith, newDevice, id })
  await rememberDevice(tx, personId, deviceId)
  if (newDevice) {
    // Without the raw user agent: the client chooses it, and the bank must not send a stranger's text.
    const data = { sessionId: id, browser: knownBrowser(userAgent), address }
    await record(tx, { notifications: [{ personId, kind: 'login.new_device', data, at }] })
  }
  return token
}
