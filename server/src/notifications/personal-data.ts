import { msg } from '#contract/text-id.ts'
import { FIRST_ID } from '../platform/db/id-range.ts'
import {
  aboutTheBank,
  type ExportRow,
  type PersonalData,
  ROWS_PER_READ,
} from '../platform/personal-data/personal-data.ts'
import { deletePushesBefore, TIME_TO_LIVE_MS } from './push/deliveries.ts'
import { deleteDeliveriesBefore } from './webhooks/queues.ts'

const DAY_MS = 86_400_000

export const notificationsData = {
  mail_opt_outs: {
    holds: 'unwanted emails',
    kept: 'with the person',
    why: 'the person’s choice',
    exported: {
      name: 'emails-turned-off',
      about: msg('Kinds of email that you turned off.'),
      columns: ['kind'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select topic as key, topic as kind from mail_opt_outs
        where person_id = ${personId} and topic > ${after ?? ''} order by topic limit ${ROWS_PER_READ}`,
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from mail_opt_outs where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  push_devices: {
    holds: 'browsers that show notifications: address at the push service and keys',
    kept: 'until removed, logged out or unreachable, or 30 days after its session ended',
    why: 'the person’s choice',
    exported: {
      name: 'push-devices',
      about: msg('Devices that show notifications about your account.'),
      columns: ['id', 'browser', 'pushService', 'createdAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, id, user_agent as browser, split_part(endpoint, '/', 3) as "pushService", created_at as "createdAt"
        from push_devices
        where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'A secret, or a value that stands for one.': ['endpoint', 'endpoint_hash', 'p256dh', 'auth'],
      'Needed by the software only.': ['session_id', 'failures', 'failing_since'],
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from push_devices where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  push_preferences: {
    holds: 'unwanted kinds, and whether amounts are shown',
    kept: 'with the person',
    why: 'the person’s choice',
    exported: {
      name: 'push-preferences',
      about: msg('What notifications on your devices show, and kinds that you turned off.'),
      columns: ['showAmounts', 'kindsTurnedOff'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select person_id as key, show_amounts as "showAmounts", kinds_off as "kindsTurnedOff" from push_preferences
        where person_id = ${personId} and person_id > ${after ?? FIRST_ID}`,
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from push_preferences where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  push_deliveries: {
    holds: 'notifications for a device that are not sent yet: ids',
    kept: '; most are deleted within seconds, when they are sent',
    why: 'a push service keeps a message no longer',
    cleanUp: { job: 'delete old pushes', lifetimeMs: TIME_TO_LIVE_MS, every: 'hour', run: deletePushesBefore },
    exported: { not: 'Notifications that are exported, while they wait to be sent to a device.' },
    erasure: {
      does: 'deleted at once, with the devices',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  push_keys: aboutTheBank({
    holds: 'the key by which push services recognise the bank, encrypted',
    kept: 'for good',
    why: 'needed to run',
  }),
  webhooks: aboutTheBank({ holds: 'addresses that hear of events', kept: 'until deleted', why: 'settings' }),
  webhook_deliveries: {
    holds: 'events sent to webhooks: ids and states',
    kept: '; pending ones until they are sent, given up, or the webhook is deleted',
    why: 'to send one again',
    cleanUp: {
      job: 'delete old webhook deliveries',
      lifetimeMs: 30 * DAY_MS,
      every: 'hour',
      run: deleteDeliveriesBefore,
    },
    exported: { not: 'Ids and states of what is exported, as other systems of the bank were told.' },
    erasure: {
      does: 'kept until then',
    },
    reading: { unlogged: 'Ids only.' },
  },
  webhook_queues: {
    holds: 'deliveries that wait',
    kept: 'until they are sent',
    why: 'in order for each person',
    exported: { not: 'Deliveries while they wait.' },
    erasure: {
      does: 'kept until then',
    },
    reading: { unlogged: 'Ids only.' },
  },
  webhook_publisher: aboutTheBank({ holds: 'one row to lock', kept: 'for good', why: 'needed to run' }),
} satisfies PersonalData
