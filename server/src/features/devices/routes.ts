import { type Device, endDevice, endOtherDevices, listDevices } from '#contract/devices.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { endOwnSession, endSessionsOf } from '../../sessions/end-session.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { aliveSessions, type DeviceRow } from './store.ts'

export const deviceRoutes = ({ sql }: Pick<Deps, 'sql'>, sessions: Sessions): Route[] => [
  route(listDevices, async ({ session, at }) => {
    const rows = await aliveSessions(sql, session.personId, at)
    return rows.map((row) => toDevice(row, session.id))
  }),
  route(endDevice, async ({ session, params, at }) => {
    const tokenHash = await endOwnSession(sql, session.personId, params.id, at)
    if (!tokenHash) throw new Refusal('not_found')
    sessions.forget(tokenHash)
  }),
  route(endOtherDevices, async ({ session, at }) => {
    await sql.begin((tx) => endSessionsOf(tx, session.personId, at, session.tokenHash))
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
