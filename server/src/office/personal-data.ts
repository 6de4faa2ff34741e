import type { Position } from '#contract/paging.ts'
import { msg } from '#contract/text-id.ts'
import type { Tx } from '../platform/db/connection.ts'
import type { ErasedPerson } from '../platform/personal-data/personal-data.ts'
import { type ExportRow, type PersonalData, ROWS_PER_READ } from '../platform/personal-data/personal-data.ts'
import { sha256 } from '../platform/runtime/digests.ts'
import { readAccessLog } from './access-log/read-access-log.ts'

const toPosition = (key: string): Position => {
  const [time = '', id = ''] = key.split(' ')
  return { at: new Date(Number(time)), id }
}

/** Addresses of the person that no other person has now: what came under those may be theirs, and stays. */
async function ownEmails(tx: Tx, { emails, personId }: ErasedPerson): Promise<string[]> {
  const taken = await tx<{ email_key: string }[]>`
    select email_key from people where email_key = any(${[...emails]}::text[]) and id <> ${personId}`
  return emails.filter((email) => !taken.some(({ email_key: other }) => other === email))
}

const unauthenticated = 'Sent without logging in: nothing shows that the person wrote what came under their address.'

export const officeData = {
  access_log: {
    holds: 'which member of staff read what of whom',
    kept: 'for good',
    why: 'accountability of staff',
    exported: {
      name: 'access-log',
      about: msg('Which member of staff looked at your account, and what they did.'),
      columns: ['at', 'by', 'role', 'what'],
      read: async (sql, personId, after) => {
        const cursor = after ? toPosition(after) : undefined
        const rows = await readAccessLog(sql, { personId, reader: 'person', cursor, limit: ROWS_PER_READ })
        return rows
          .slice(0, ROWS_PER_READ)
          .map(({ at, id, by, role, what }) => ({ key: `${at.getTime()} ${id}`, at, by, role, what }))
      },
    },
    notExported: {
      'Work of staff.': ['session_id', 'period'],
    },
    erasure: {
      does: 'no text of the person',
    },
    reading: 'audit.viewed',
  },
  messages: {
    holds: 'chat',
    kept: 'with the person',
    why: 'support',
    exported: {
      name: 'messages',
      about: msg('Your conversation with support. Attachments are in the folder uploads.'),
      columns: ['number', 'from', 'text', 'createdAt', 'seenAt', 'attachmentId', 'transactionId'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select number::text as key, number, case when from_office then 'bank' else 'you' end as from, text,
          created_at as "createdAt", seen_at as "seenAt", attachment_id as "attachmentId", transaction_id as "transactionId"
        from messages where person_id = ${personId} and number > ${after ?? '0'}::bigint order by number limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'Work of staff.': ['sender_id'],
      'Needed by the software only.': ['id'],
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from messages where person_id = ${personId}`,
    },
    reading: 'messages.viewed',
  },
  conversations: {
    holds: 'state of the chat of a person',
    kept: 'with the person',
    why: 'support',
    exported: { not: 'Counters, and who in the office answers. The messages are exported.' },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from conversations where person_id = ${personId}`,
    },
    reading: 'messages.viewed',
  },
  contact_messages: {
    holds: 'messages from the contact form',
    kept: 'until the sender is erased',
    why: 'answering them',
    exported: { not: unauthenticated },
    erasure: {
      does: 'deleted at once, by address',
      atOnce: async (tx, person) =>
        tx`delete from contact_messages where lower(email) = any(${await ownEmails(tx, person)}::text[])`,
    },
    reading: { unlogged: 'Not of a person who logged in.' },
  },
  newsletter_subscriptions: {
    holds: 'addresses',
    kept: 'until unsubscribed',
    why: 'the newsletter',
    exported: { not: unauthenticated },
    erasure: {
      does: 'deleted at once, by address',
      atOnce: async (tx, person) =>
        tx`
          delete from newsletter_subscriptions
          where email_hash = any(${(await ownEmails(tx, person)).map((email) => sha256(email))}::bytea[])`,
    },
    reading: { unlogged: 'Not of a person who logged in.' },
  },
  staff_notes: {
    holds: 'notes of staff about a person',
    kept: 'with the person',
    why: 'support, fraud',
    exported: {
      not: 'Staff write them for each other, so that they can look into fraud without telling who commits it.',
    },
    erasure: {
      does: 'put aside at once',
      atOnce: (tx, { personId }) => tx`delete from staff_notes where person_id = ${personId}`,
      putAside: {
        as: 'notes',
        read: (tx, personId) =>
          tx`select text, at, author_id from staff_notes where person_id = ${personId} order by id`,
      },
    },
    reading: 'details.viewed',
  },
  person_tags: {
    holds: 'tags of staff on a person',
    kept: 'until removed',
    why: 'support, fraud',
    exported: { not: 'Tags of staff, as their notes.' },
    erasure: {
      does: 'put aside at once',
      atOnce: (tx, { personId }) => tx`delete from person_tags where person_id = ${personId}`,
      putAside: {
        as: 'tags',
        read: (tx, personId) => tx`
          select text, at, author_id, null::uuid as transaction_id from person_tags where person_id = ${personId}
          union all select text, at, author_id, transaction_id from transaction_tags where person_id = ${personId} order by at`,
      },
    },
    reading: 'details.viewed',
  },
  transaction_tags: {
    holds: 'tags of staff on a transaction',
    kept: 'until removed',
    why: 'support, fraud',
    exported: { not: 'Tags of staff, as their notes.' },
    erasure: {
      does: 'put aside at once',
      atOnce: (tx, { personId }) => tx`delete from transaction_tags where person_id = ${personId}`,
    },
    reading: 'transactions.viewed',
  },
  saved_filters: {
    holds: 'filters of lists that a member of staff named',
    kept: 'until deleted',
    why: 'work of staff',
    exported: { not: 'Work of staff.' },
    erasure: {
      does: 'deleted at once: the person’s own, and those for this one person',
      // Of colleagues for this one person too, whose id may be in capitals.
      atOnce: (tx, { personId }) =>
        tx`delete from saved_filters where owner_id = ${personId} or strpos(lower(query), ${personId}) > 0`,
    },
    reading: { unlogged: 'The list that it opens is logged.' },
  },
} satisfies PersonalData
