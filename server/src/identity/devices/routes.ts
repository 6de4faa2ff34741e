import {
  type Device,
  endDevice,
  endOtherDevices,
  listDevices,
  listRecentSignIns,
  type RecentSignIn,
} from '#contract/identity/devices.ts'
import { endOwnSession, endSessionsOf } from '../../access/end-session.ts'
import { forgetDeviceOf, forgetDevices } from '../../access/known-devices.ts'
import type { Sessions } from '../../access/sessions.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { aliveSessions, type DeviceRow, recentSignIns, type SignInRow } from './store.ts'

export const deviceRoutes = ({ sql }: Pick<Deps, 'sql'>, sessions: Sessions): Route[] => [
  route(listDevices, async ({ session, at }) => {
    const rows = await aliveSessions(sql, session.personId, at)
    return rows.map((row) => toDevice(row, session.id))
  }),
  route(listRecentSignIns, async ({ session, at }) => (await recentSignIns(sql, session.personId, at)).map(toSignIn)),
  route(endDevice, async ({ session, params, at }) => {
    const ended = await sql.begin(async (tx) => {
      const tokenHash = await endOwnSession(tx, session.personId, params.id, at)
      if (!tokenHash) throw new Refusal('not_found')
      await forgetDeviceOf(tx, tokenHash, session.tokenHash)
      return tokenHash
    })
    sessions.forget(ended)
  }),
  route(endOtherDevices, async ({ session, at }) => {
    await sql.begin(async (tx) => {
      await lockPerson(tx, session.personId)
      // Links and challenges stay: who has a session must not take the owner's other ways in.
      await forgetDevices(tx, session.personId, session.tokenHash)
      await endSessionsOf(tx, session.personId, at, session.tokenHash)
    })
    sessions.forgetPerson(session.personId)
  }),
]

const toDevice = (row: DeviceRow, currentId: string): Device => ({
  _id: row.id,
  userAgent: row.user_agent,
  address: row.address,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  current: row.id === currentId,
})

const METHODS = {
  password: 'password',
  'password+totp': 'totp',
  'password+recovery': 'recovery',
  'password+passkey': 'passkey',
  passkey: 'passkey',
} as const satisfies Record<SignInRow['signed_in_with'], RecentSignIn['method']>

const toSignIn = (row: SignInRow): RecentSignIn => ({
  _id: row.id,
  at: row.created_at.toISOString(),
  userAgent: row.user_agent,
  address: row.address,
  method: METHODS[row.signed_in_with],
  newDevice: row.new_device,
})
