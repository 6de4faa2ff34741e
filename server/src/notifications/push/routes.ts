import * as contract from '#contract/notifications/push.ts'
import type { Session } from '../../access/session.ts'
import type { Deps } from '../../http/deps.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { addDevice, renewDevice } from './add-device.ts'
import { changePreferences } from './change-preferences.ts'
import { loadPushKeys } from './push-keys.ts'
import { readPreferences, selectDevices, toPushDevice } from './store.ts'

export function pushRoutes(deps: Pick<Deps, 'sql' | 'keys' | 'config' | 'now'>): Route[] {
  const { sql } = deps
  const settingsOf = async ({ personId, id }: Session) => {
    const [{ publicKey }, preferences, devices] = await Promise.all([
      loadPushKeys(deps),
      readPreferences(sql, personId),
      selectDevices(sql, personId),
    ])
    return { publicKey, ...preferences, devices: devices.map((row) => toPushDevice(row, id)) }
  }
  return [
    route(contract.readPush, ({ session }) => settingsOf(session)),
    route(contract.updatePush, async ({ session, body }) => {
      await changePreferences(sql, session.personId, body)
      return settingsOf(session)
    }),
    route(contract.addPushDevice, (call) => addDevice(deps, browserOf(call), call.body)),
    route(contract.renewPushDevice, (call) => renewDevice(deps, browserOf(call), { ...call.body, id: call.params.id })),
    route(contract.removePushDevice, async ({ session, params }) => {
      const { count } = await sql`delete from push_devices where id = ${params.id} and person_id = ${session.personId}`
      if (count === 0) throw new Refusal('not_found')
    }),
  ]
}

const browserOf = ({ session, request, at }: Pick<Call, 'request' | 'at'> & { session: Session }) => ({
  session,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
  at,
})
