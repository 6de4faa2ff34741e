import { msg } from '#contract/text-id.ts'
import { ERASED } from '../customers/redact.ts'
import { FIRST_ID } from '../platform/db/id-range.ts'
import { type ExportRow, type PersonalData, ROWS_PER_READ } from '../platform/personal-data/personal-data.ts'
import { deleteAttemptsBefore } from './attempts.ts'
import { deleteResetLinksBefore } from './password/reset-links.ts'
import { deleteExpiredChallenges } from './sign-in/challenges.ts'
import { verificationFiles } from './verification/verification-files.ts'

const DAY_MS = 86_400_000

export const identityData = {
  password_resets: {
    holds: 'reset links',
    kept: 'after they expire',
    why: 'support cases',
    cleanUp: { job: 'delete old reset links', lifetimeMs: 30 * DAY_MS, every: 'hour', run: deleteResetLinksBefore },
    exported: {
      name: 'password-resets',
      about: msg('Links to set a new password that were asked for with your address.'),
      columns: ['requestedAt', 'expiresAt', 'endedAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, created_at as "requestedAt", expires_at as "expiresAt", used_at as "endedAt"
        from password_resets where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from password_resets where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  passkeys: {
    holds: 'public keys',
    kept: 'until removed',
    why: 'logging in',
    exported: {
      name: 'passkeys',
      about: msg('Passkeys, without their keys.'),
      columns: ['id', 'name', 'transports', 'createdAt', 'lastUsedAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, id, name, transports, created_at as "createdAt", last_used_at as "lastUsedAt"
        from passkeys where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'A secret, or a value that stands for one.': ['credential_id', 'public_key'],
      'Needed by the software only.': ['counter'],
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from passkeys where person_id = ${personId}`,
    },
    reading: 'details.viewed',
  },
  totp_factors: {
    holds: 'secrets of authenticator apps, encrypted',
    kept: 'until removed',
    why: 'logging in',
    exported: {
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
    },
    notExported: {
      'A secret, or a value that stands for one.': ['secret'],
      'Needed by the software only.': ['last_step'],
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from totp_factors where person_id = ${personId}`,
    },
    reading: 'details.viewed',
  },
  recovery_codes: {
    holds: 'hashes of recovery codes',
    kept: 'until used or removed',
    why: 'logging in',
    exported: { within: 'authenticator-and-recovery-codes' },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from recovery_codes where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  challenges: {
    holds: 'log-ins in progress',
    kept: 'minutes',
    why: 'used once',
    cleanUp: { job: 'delete expired challenges', lifetimeMs: 0, every: 'ten minutes', run: deleteExpiredChallenges },
    exported: { not: 'Random values of log-ins in progress.' },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from challenges where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  attempts: {
    holds: 'counters of failed attempts, under hashes',
    kept: '',
    why: 'guessing',
    cleanUp: { job: 'delete old attempts', lifetimeMs: DAY_MS, every: 'ten minutes', run: deleteAttemptsBefore },
    exported: { not: 'Counters against guessing, under hashes; deleted after a day.' },
    erasure: {
      does: 'expires',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  verifications: {
    holds: 'decisions about documents of the identity check and about new names',
    kept: 'for good',
    why: 'rules against money laundering',
    exported: {
      name: 'verifications',
      about: msg('What you sent to prove who you are, and our decision. The files are in the folder verification.'),
      columns: ['id', 'kind', 'fullName', 'dateOfBirth', 'state', 'reason', 'submittedAt', 'decidedAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, id, kind, full_name as "fullName", dob as "dateOfBirth", state, reason,
          submitted_at as "submittedAt", decided_at as "decidedAt"
        from verifications where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'Work of staff.': ['decided_by'],
    },
    erasure: {
      does: 'reasons and names put aside at once',
      atOnce: async (tx, { personId }) => {
        await tx`
          update verifications set reason = ${ERASED} where person_id = ${personId} and reason not in ('', ${ERASED})`
        await tx`
          update verifications set full_name = ${ERASED}, dob = null
          where person_id = ${personId} and full_name <> ${ERASED}`
      },
      putAside: {
        as: 'verifications',
        read: (tx, personId) =>
          tx`select id, state, reason, full_name, dob::text as dob from verifications where person_id = ${personId} order by id`,
      },
    },
    reading: 'details.viewed',
  },
  verification_documents: {
    holds: 'documents of the identity check, encrypted',
    kept: 'for good',
    why: 'rules against money laundering',
    exported: {
      name: 'verification-documents',
      about: msg('The files of each verification.'),
      columns: ['id', 'verificationId', 'kind', 'mediaType', 'createdAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, id, verification_id as "verificationId", kind, media_type as "mediaType", created_at as "createdAt"
        from verification_documents where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
      files: verificationFiles,
    },
    notExported: {
      'Needed by the software only.': ['place'],
      'Work of staff.': ['uploaded_by'],
      'A file of its own in the archive.': ['content'],
    },
    erasure: {
      does: 'deleted with the identity',
      withIdentity: (tx, { personId }) => tx`delete from verification_documents where person_id = ${personId}`,
    },
    reading: 'documents.viewed',
  },
} satisfies PersonalData
