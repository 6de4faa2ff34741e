import { msg } from '#contract/text-id.ts'
import { FIRST_ID } from '../platform/db/id-range.ts'
import { type ExportRow, type PersonalData, ROWS_PER_READ } from '../platform/personal-data/personal-data.ts'
import { deleteSessionsEndedBefore } from './end-session.ts'
import { DEVICE_LIFETIME_MS, deleteDevicesUnusedSince } from './known-devices.ts'

const DAY_MS = 86_400_000

export const accessData = {
  sessions: {
    holds: 'log-ins',
    kept: 'after they end',
    why: 'list of recent log-ins',
    cleanUp: {
      job: 'delete old sessions',
      lifetimeMs: 30 * DAY_MS,
      every: 'ten minutes',
      run: deleteSessionsEndedBefore,
    },
    exported: {
      name: 'sessions',
      about: msg('Log-ins of the last 30 days at least, with device and network address.'),
      columns: [
        'id',
        'createdAt',
        'lastSeenAt',
        'expiresAt',
        'endedAt',
        'browser',
        'address',
        'signedInWith',
        'newDevice',
        'disownedAt',
      ],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
          ended_at as "endedAt", user_agent as browser, address, signed_in_with as "signedInWith", new_device as "newDevice",
          disowned_at as "disownedAt"
        from sessions where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'A secret, or a value that stands for one.': ['token_hash', 'device_hash'],
      'Needed by the software only.': ['fresh_until'],
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from sessions where person_id = ${personId}`,
    },
    reading: 'details.viewed',
  },
  known_devices: {
    holds: 'devices that logged in',
    kept: 'unused',
    why: 'new-device notifications',
    cleanUp: {
      job: 'delete old known devices',
      lifetimeMs: DEVICE_LIFETIME_MS,
      every: 'ten minutes',
      run: deleteDevicesUnusedSince,
    },
    exported: {
      name: 'known-devices',
      about: msg('Browsers that we recognize by a cookie.'),
      columns: ['firstUsedAt', 'lastUsedAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select encode(device_hash, 'hex') as key, created_at as "firstUsedAt", last_used_at as "lastUsedAt" from known_devices
        where person_id = ${personId} and device_hash > decode(${after ?? ''}, 'hex') order by device_hash limit ${ROWS_PER_READ}`,
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from known_devices where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  api_keys: {
    holds: 'names, scopes and hashes of API keys',
    kept: 'for good',
    why: 'its transfers refer to it',
    exported: {
      name: 'api-keys',
      about: msg('API keys that you made, without the keys themselves.'),
      columns: ['id', 'name', 'start', 'scopes', 'dailyMaxCents', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, id, name, start, scopes, daily_max as "dailyMaxCents", created_at as "createdAt",
          expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
        from api_keys where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'A secret, or a value that stands for one.': ['key_hash'],
    },
    erasure: {
      does: 'revoked, name deleted at once',
      atOnce: (tx, { personId }) =>
        tx`update api_keys set name = '', revoked_at = coalesce(revoked_at, now()) where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
} satisfies PersonalData
