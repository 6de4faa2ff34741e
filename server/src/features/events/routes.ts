import { recentEvents, streamEvents } from '#contract/events.ts'
import {
  updateMailPreferences as choose,
  markRead,
  readMailPreferences as readMail,
  readBell as ring,
} from '#contract/notifications.ts'
import { readBell } from '../../events/bell.ts'
import type { EventBroker } from '../../events/event-broker.ts'
import { readRecent } from '../../events/replay.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import * as outbox from '../../ledger/outbox.ts'
import { isAdmin, type Session } from '../../sessions/session.ts'
import { readMailPreferences, updateMailPreferences } from './mail-preferences.ts'
import { openStream } from './open-stream.ts'

export function eventRoutes({ sql }: Pick<Deps, 'sql'>, broker: EventBroker): Route[] {
  const bellOf = (session: Session) => readBell(sql, session.personId, isAdmin(session))
  return [
    route(streamEvents, (call) => openStream(broker, call)),
    route(recentEvents, async ({ query, session, at, reply }) => {
      const { events, cursor } = await readRecent(sql, session, query.after, at)
      reply.header('last-event-id', cursor)
      return events
    }),
    route(ring, ({ session }) => bellOf(session)),
    route(markRead, async ({ body, session, at }) => {
      const which = '_id' in body ? { number: BigInt(body._id) } : { upTo: BigInt(body.upTo) }
      await outbox.markRead(sql, session.personId, which, at)
      return bellOf(session)
    }),
    route(readMail, ({ session }) => readMailPreferences(sql, session.personId)),
    route(choose, ({ body, session }) => updateMailPreferences(sql, session.personId, body)),
  ]
}
