import { recentEvents, streamEvents } from '#contract/notifications/events.ts'
import * as endpoints from '#contract/notifications/notifications.ts'
import type { Session } from '../../access/session.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import * as outbox from '../../ledger/outbox.ts'
import { readBell } from './bell.ts'
import type { EventBroker } from './event-broker.ts'
import { readMailPreferences, updateMailPreferences } from './mail-preferences.ts'
import { openStream } from './open-stream.ts'
import { readRecent } from './replay.ts'

export function eventRoutes({ sql }: Pick<Deps, 'sql'>, broker: EventBroker): Route[] {
  const bellOf = (session: Session, at: Date) => readBell(sql, session, at)
  return [
    route(streamEvents, (call) => openStream(broker, call)),
    route(recentEvents, async ({ query, session, at, reply }) => {
      const { events, lastEventId } = await readRecent(sql, session, query.after, at)
      reply.header('last-event-id', lastEventId)
      return events
    }),
    route(endpoints.readBell, ({ session, at }) => bellOf(session, at)),
    route(endpoints.markRead, async ({ body, session, at }) => {
      const selection = '_id' in body ? { number: BigInt(body._id) } : { upTo: BigInt(body.upTo) }
      await outbox.markRead(sql, session.personId, selection, at)
      return bellOf(session, at)
    }),
    route(endpoints.readMailPreferences, ({ session }) => readMailPreferences(sql, session.personId)),
    route(endpoints.updateMailPreferences, ({ body, session }) => updateMailPreferences(sql, session.personId, body)),
  ]
}
