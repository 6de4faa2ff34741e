import { imageUrlOf } from '#contract/customers/image-url.ts'
import { ERASED_EMAIL_DOMAIN } from '#contract/fields.ts'
import { msg } from '#contract/text-id.ts'
import { FIRST_ID } from '../platform/db/id-range.ts'
import {
  aboutTheBank,
  type ExportRow,
  type PersonalData,
  ROWS_PER_READ,
} from '../platform/personal-data/personal-data.ts'
import { deleteEmailChangesEndedBefore } from './email-changes.ts'
import { withMainAccount } from './person.ts'
import { deleteUnusedUploads } from './unused-uploads.ts'
import { uploadFiles } from './uploads/upload-files.ts'

const DAY_MS = 86_400_000

export const customersData = {
  people: {
    holds: 'name, address, role, status, ids of open links',
    kept: 'for good',
    why: 'the owner of an account',
    exported: {
      name: 'profile',
      about: msg('Your name, address and other details.'),
      columns: [
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
        'picture',
        'role',
        'status',
        'hasPin',
        'hasTransferCode',
        'transferCodeDescription',
        'createdAt',
        'updatedAt',
      ],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select p.id as key, p.id, p.full_name as "fullName", p.email, p.email_confirmation_id is null as "emailConfirmed",
          p.mobile, p.nationality, p.dob as "dateOfBirth", p.gender, p.address, p.locale, p.image as picture, p.role, p.status,
          a.pin_hash is not null as "hasPin", a.code_hash is not null as "hasTransferCode",
          a.code_description as "transferCodeDescription", p.created_at as "createdAt", p.updated_at as "updatedAt"
        from people p ${withMainAccount(sql)}
        where p.id = ${personId} and p.id > ${after ?? FIRST_ID}`,
    },
    notExported: {
      'A secret, or a value that stands for one.': ['pin_recovery_id', 'password_hash'],
      'Work of staff.': [
        'status_reason',
        'status_changed_at',
        'status_changed_by',
        'role_given_by',
        'role_proposed_by',
        'role_given_at',
        'role_confirmed_by',
        'role_confirmed_at',
        'factors_changed_at',
        'verified_by_staff',
        'verified_by_staff_at',
        'verified_at',
        'created_by_staff',
        'staff_only',
      ],
      'Needed by the software only.': ['email_key', 'last_confirmed_email'],
    },
    // What it leaves: id, role, status and its times, and who gave the role.
    erasure: {
      does: 'pseudonym at once',
      atOnce: (tx, { personId, pseudonym, at }) => {
        const email = `${personId}@${ERASED_EMAIL_DOMAIN}`
        return tx`
          update people set full_name = ${pseudonym}, email = ${email}, email_key = ${email}, password_hash = null,
            mobile = '', nationality = '', dob = null, gender = '', address = '', image = '', status_reason = '',
            email_confirmation_id = null, last_confirmed_email = null, pin_recovery_id = null, locale = null, updated_at = ${at}
          where id = ${personId}`
      },
    },
    reading: 'details.viewed',
  },
  people_counts: aboutTheBank({ holds: 'number of people', kept: 'for good', why: 'needed to run' }),
  email_changes: {
    holds: 'old addresses that can undo a change',
    kept: 'after the undo ends',
    why: 'account recovery',
    cleanUp: {
      job: 'delete old email changes',
      lifetimeMs: 30 * DAY_MS,
      every: 'hour',
      run: deleteEmailChangesEndedBefore,
    },
    exported: {
      name: 'email-changes',
      about: msg('Email addresses that you used before.'),
      columns: ['oldEmail', 'changedAt', 'undoUntil', 'undoneAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select number::text as key, old_email as "oldEmail", changed_at as "changedAt", undo_until as "undoUntil",
          ended_at as "undoneAt"
        from email_changes where person_id = ${personId} and number > ${after ?? '0'}::integer order by number limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'A secret, or a value that stands for one.': ['id'],
      'Needed by the software only.': ['old_email_key'],
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from email_changes where person_id = ${personId}`,
      putAside: {
        as: 'earlier',
        read: (tx, personId) => tx`
          select old_email, old_email_key, changed_at from email_changes where person_id = ${personId} order by number`,
      },
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  uploads: {
    holds: 'receipts, pictures, attachments',
    kept: 'for unused ones',
    why: 'vouchers',
    cleanUp: { job: 'delete unused uploads', lifetimeMs: DAY_MS, every: 'hour', run: deleteUnusedUploads },
    exported: {
      name: 'uploads',
      about: msg('Pictures and PDFs that you uploaded. The files are in the folder uploads.'),
      columns: ['id', 'kind', 'mediaType', 'createdAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, id, kind, media_type as "mediaType", created_at as "createdAt"
        from uploads where owner_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
      files: uploadFiles,
    },
    notExported: {
      'Needed by the software only.': ['file_hash'],
      'A file of its own in the archive.': ['bytes'],
    },
    erasure: {
      does: 'receipts with the books, the rest at once',
      atOnce: (tx, { personId }) => tx`
        delete from uploads u where u.owner_id = ${personId}
          and not exists (select 1 from transactions t where t.receipt_id = u.id)
          and not exists (select 1 from messages m where m.attachment_id = u.id)
          and not exists (select 1 from people p where p.image = ${imageUrlOf('')} || u.id::text)`,
      withBooks: (tx, { personId }) => tx`delete from uploads where owner_id = ${personId}`,
    },
    reading: 'documents.viewed',
  },
  erasures: {
    holds: 'who was erased, and the identity put aside',
    kept: 'for good',
    why: 'this page',
    exported: { not: 'Of people who were erased, and have no export any more.' },
    erasure: {
      does: 'identity deleted after its period',
    },
    reading: { unlogged: 'Opening an identity is in the audit log.' },
  },
} satisfies PersonalData
