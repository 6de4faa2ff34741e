import { msg } from '#contract/text-id.ts'
import { FIRST_ID } from '../../platform/db/id-range.ts'
import { type ExportRow, type ExportTable, ROWS_PER_READ } from './export-table.ts'

const profile: ExportTable = {
  name: 'profile',
  about: msg('Your name, address and other details.'),
  columns: [
    ...[
      'id',
      'fullName',
      'email',
      'emailConfirmed',
      'mobile',
      'nationality',
      'dateOfBirth',
      'gender',
      'address',
      'locale',
    ],
    ...['picture', 'role', 'status', 'hasPin', 'hasTransferCode', 'transferCodeDescription', 'createdAt', 'updatedAt'],
  ],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select p.id as key, p.id, p.full_name as "fullName", p.email, p.email_confirmation_id is null as "emailConfirmed",
      p.mobile, p.nationality, p.dob as "dateOfBirth", p.gender, p.address, p.locale, p.image as picture, p.role, p.status,
      a.pin_hash is not null as "hasPin", a.code_hash is not null as "hasTransferCode",
      a.code_description as "transferCodeDescription", p.created_at as "createdAt", p.updated_at as "updatedAt"
    from people p join accounts a on a.owner_id = p.id and a.kind = 'main'
    where p.id = ${personId} and p.id > ${after ?? FIRST_ID}`,
}

const emailChanges: ExportTable = {
  name: 'email-changes',
  about: msg('Email addresses that you used before.'),
  columns: ['oldEmail', 'changedAt', 'undoUntil', 'undoneAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select number::text as key, old_email as "oldEmail", changed_at as "changedAt", undo_until as "undoUntil",
      ended_at as "undoneAt"
    from email_changes where person_id = ${personId} and number > ${after ?? '0'}::integer order by number limit ${ROWS_PER_READ}`,
}

const passwordResets: ExportTable = {
  name: 'password-resets',
  about: msg('Links to set a new password that were asked for with your address.'),
  columns: ['requestedAt', 'expiresAt', 'endedAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, created_at as "requestedAt", expires_at as "expiresAt", used_at as "endedAt"
    from password_resets where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

const sessions: ExportTable = {
  name: 'sessions',
  about: msg('Log-ins of the last 30 days at least, with device and network address.'),
  columns: [
    ...['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'endedAt', 'browser', 'address', 'signedInWith', 'newDevice'],
    'disownedAt',
  ],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
      ended_at as "endedAt", user_agent as browser, address, signed_in_with as "signedInWith", new_device as "newDevice",
      disowned_at as "disownedAt"
    from sessions where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

const knownDevices: ExportTable = {
  name: 'known-devices',
  about: msg('Browsers that we recognise by a cookie.'),
  columns: ['firstUsedAt', 'lastUsedAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select encode(device_hash, 'hex') as key, created_at as "firstUsedAt", last_used_at as "lastUsedAt" from known_devices
    where person_id = ${personId} and device_hash > decode(${after ?? ''}, 'hex') order by device_hash limit ${ROWS_PER_READ}`,
}

const passkeys: ExportTable = {
  name: 'passkeys',
  about: msg('Passkeys, without their keys.'),
  columns: ['id', 'name', 'transports', 'createdAt', 'lastUsedAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, name, transports, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

const factors: ExportTable = {
  name: 'authenticator-and-recovery-codes',
  about: msg('When you set up an authenticator app and recovery codes, and used a code.'),
  columns: ['kind', 'createdAt', 'confirmedAt', 'usedAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select * from (
      select 'authenticator' as key, 'authenticator' as kind, created_at as "createdAt", confirmed_at as "confirmedAt",
        null::timestamptz as "usedAt"
      from totp_factors where person_id = ${personId}
      union all
      select 'code ' || encode(code_hash, 'hex'), 'recovery code', created_at, null, used_at
      from recovery_codes where person_id = ${personId}) f
    where key > ${after ?? ''} collate "C" order by key collate "C" limit ${ROWS_PER_READ}`,
}

const apiKeys: ExportTable = {
  name: 'api-keys',
  about: 'API keys that you made, without the keys themselves.',
  columns: ['id', 'name', 'start', 'scopes', 'dailyMaxCents', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, name, start, scopes, daily_max as "dailyMaxCents", created_at as "createdAt",
      expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from api_keys where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

const apiKeyTransfers: ExportTable = {
  name: 'api-key-transfers',
  about: 'Which transfers were made with which API key.',
  columns: ['transactionId', 'apiKeyId', 'amountCents', 'at'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select t.transaction_id as key, t.transaction_id as "transactionId", t.key_id as "apiKeyId", t.amount as "amountCents", t.at
    from api_keys k join api_key_transfers t on t.key_id = k.id
    where k.person_id = ${personId} and t.transaction_id > ${after ?? FIRST_ID}
    order by t.transaction_id limit ${ROWS_PER_READ}`,
}

const approvals: ExportTable = {
  name: 'payment-approvals',
  about: msg('Payments that you approved with a passkey.'),
  columns: ['createdAt', 'expiresAt', 'usedAt', 'transactionId', 'scheduledPaymentId'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt",
      transaction_id as "transactionId", order_id as "scheduledPaymentId"
    from transfer_authorisations
    where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

const mailOptOuts: ExportTable = {
  name: 'emails-turned-off',
  about: msg('Kinds of email that you turned off.'),
  columns: ['kind'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select topic as key, topic as kind from mail_opt_outs
    where person_id = ${personId} and topic > ${after ?? ''} order by topic limit ${ROWS_PER_READ}`,
}

const pushDevices: ExportTable = {
  name: 'push-devices',
  about: msg('Devices that show notifications about your account.'),
  columns: ['id', 'browser', 'pushService', 'createdAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, user_agent as browser, split_part(endpoint, '/', 3) as "pushService", created_at as "createdAt"
    from push_devices
    where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

const pushPreferences: ExportTable = {
  name: 'push-preferences',
  about: msg('What notifications on your devices show, and kinds that you turned off.'),
  columns: ['showAmounts', 'kindsTurnedOff'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select person_id as key, show_amounts as "showAmounts", kinds_off as "kindsTurnedOff" from push_preferences
    where person_id = ${personId} and person_id > ${after ?? FIRST_ID}`,
}

const verifications: ExportTable = {
  name: 'verifications',
  about: msg('What you sent to prove who you are, and our decision. The files are in the folder verification.'),
  columns: ['id', 'state', 'reason', 'submittedAt', 'decidedAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, state, reason, submitted_at as "submittedAt", decided_at as "decidedAt"
    from verifications where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

const verificationDocuments: ExportTable = {
  name: 'verification-documents',
  about: msg('The files of each verification.'),
  columns: ['id', 'verificationId', 'kind', 'mediaType', 'createdAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, verification_id as "verificationId", kind, media_type as "mediaType", created_at as "createdAt"
    from verification_documents where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

const uploads: ExportTable = {
  name: 'uploads',
  about: msg('Pictures and PDFs that you uploaded. The files are in the folder uploads.'),
  columns: ['id', 'kind', 'mediaType', 'createdAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, kind, media_type as "mediaType", created_at as "createdAt"
    from uploads where owner_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

/** Who the person is, how they log in, and what they sent. */
export const identityTables: readonly ExportTable[] = [
  ...[profile, emailChanges, passwordResets, sessions, knownDevices, passkeys, factors, approvals, mailOptOuts],
  ...[pushDevices, pushPreferences],
  ...[apiKeys, apiKeyTransfers],
  ...[verifications, verificationDocuments, uploads],
]
