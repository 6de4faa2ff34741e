import { msg } from '#contract/text-id.ts'
import { FIRST_ID } from '../platform/db/id-range.ts'
import { type ExportRow, type PersonalData, ROWS_PER_READ } from '../platform/personal-data/personal-data.ts'
import { bankData } from './bank-data.ts'
import { eraseAccountSecrets, eraseBookTexts, eraseNotifications } from './erase-records.ts'
import { deleteIdempotencyKeysBefore, deleteNotificationsBefore } from './erasure/delete-old-records.ts'
import * as lists from './export-lists.ts'
import { erasePayRequestTexts } from './pay-requests-store.ts'
import { deleteExpiredAuthorisations } from './transfer-authorisations.ts'

const DAY_MS = 86_400_000

export const ledgerData = {
  accounts: {
    holds: 'balances, PIN and code hashes',
    kept: 'for good',
    why: 'the books',
    exported: lists.accounts,
    notExported: {
      'Needed by the software only.': [
        'event_number',
        'pin_attempts',
        'pin_set_at',
        'code_attempts',
        'code_expires_at',
        'credentials_changed_at',
      ],
      'A hash; the proof of each account has those of its postings.': [
        'posting_number',
        'posting_head',
        'audit_number',
        'audit_head',
      ],
    },
    erasure: {
      does: 'secrets and names deleted at once',
      atOnce: (tx, { personId }) => eraseAccountSecrets(tx, personId),
    },
    reading: 'details.viewed',
  },
  account_months: {
    holds: 'sums per account and month',
    kept: 'for good',
    why: 'derived from the books',
    exported: { not: 'Sums of the postings.' },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  account_checks: {
    holds: 'sums per account that were verified',
    kept: 'for good',
    why: 'derived from the books',
    exported: { not: 'Sums of the postings.' },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  transactions: {
    holds: 'what customers see',
    kept: 'for good',
    why: 'the books',
    exported: lists.transactions,
    notExported: {
      'Work of staff.': ['decided_by', 'proposed_by', 'proposed_at', 'doubt_confirmed', 'flags', 'note'],
      'About another person, or the other side of a transaction.': ['party_id', 'origin_id'],
    },
    erasure: {
      does: 'texts deleted with the books',
      withBooks: (tx, { personId, pseudonym }) => eraseBookTexts(tx, personId, pseudonym),
    },
    reading: 'transactions.viewed',
  },
  postings: {
    holds: 'bookings, hash-chained',
    kept: 'for good',
    why: 'the books',
    exported: lists.postings,
    notExported: {
      'A hash; the proof of each account has those of its postings.': ['hash'],
    },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'Read as transactions and statements, which are logged.' },
  },
  orders: {
    holds: 'scheduled payments',
    kept: 'for good',
    why: 'vouchers',
    exported: lists.scheduledPayments,
    notExported: {
      'Needed by the software only.': ['authorisation_id', 'device_since'],
    },
    erasure: {
      does: 'texts deleted with the books',
    },
    reading: 'orders.viewed',
  },
  order_runs: {
    holds: 'payments of scheduled payments',
    kept: 'for good',
    why: 'vouchers',
    exported: lists.scheduledPaymentRuns,
    erasure: {
      does: 'no text',
    },
    reading: 'orders.viewed',
  },
  savings_rules: {
    holds: 'what savings accounts save by themselves',
    kept: 'until changed, or the account is closed',
    why: 'needed to run',
    exported: lists.savingsRules,
    notExported: {
      'Needed by the software only.': ['rounded_to', 'next_on'],
    },
    erasure: {
      does: 'deleted when the account is closed',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  savings_runs: {
    holds: 'moves by the rules of savings accounts',
    kept: 'for good',
    why: 'vouchers',
    exported: lists.savingsRuns,
    notExported: {
      'Needed by the software only.': ['from_number', 'to_number', 'unit'],
    },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'Staff see the moves as transactions, which is logged.' },
  },
  outbox: {
    holds: 'notifications, and emails to send',
    kept: '',
    why: 'the bell shows a year',
    cleanUp: {
      job: 'delete old notifications',
      lifetimeMs: 400 * DAY_MS,
      every: 'hour',
      run: deleteNotificationsBefore,
    },
    exported: {
      name: 'notifications',
      about: msg('What we notified you about, in the bell and by email.'),
      columns: ['number', 'kind', 'createdAt', 'readAt', 'transactionId'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select number::text as key, number, kind, created_at as "createdAt", read_at as "readAt",
          data ->> 'transactionId' as "transactionId"
        from outbox where person_id = ${personId} and number > ${after ?? '0'}::bigint order by number limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'Needed by the software only.': ['mail_at', 'mail_attempts', 'webhook', 'push'],
    },
    erasure: {
      does: 'deleted at once; of what webhooks still have to hear, the ids stay',
      atOnce: (tx, { personId }) => eraseNotifications(tx, personId),
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  idempotency: {
    holds: 'outcomes under idempotency keys',
    kept: '',
    why: 'longer than any client retries',
    cleanUp: {
      job: 'delete old idempotency keys',
      lifetimeMs: 90 * DAY_MS,
      every: 'hour',
      run: deleteIdempotencyKeysBefore,
    },
    exported: { not: 'Copies of responses about transactions that are exported.' },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from idempotency where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  transfer_authorisations: {
    holds: 'approvals by passkey',
    kept: 'for unused ones; used: for good',
    why: 'proof of the approval',
    cleanUp: {
      job: 'delete expired authorisations',
      lifetimeMs: 3_600_000,
      every: 'ten minutes',
      run: deleteExpiredAuthorisations,
    },
    exported: {
      name: 'payment-approvals',
      about: msg('Payments and API keys that you approved with a passkey.'),
      columns: ['createdAt', 'expiresAt', 'usedAt', 'transactionId', 'scheduledPaymentId', 'apiKeyId'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt",
          transaction_id as "transactionId", order_id as "scheduledPaymentId", api_key_id as "apiKeyId"
        from transfer_authorisations
        where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'A secret, or a value that stands for one.': ['nonce', 'challenge', 'response_hash'],
    },
    erasure: {
      does: 'unused at once, the rest with the books',
      atOnce: (tx, { personId }) => tx`
        delete from transfer_authorisations
        where person_id = ${personId} and used_at is null`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  api_key_transfers: {
    holds: 'which transfers a key submitted',
    kept: 'for good',
    why: 'its daily maximum, and what a stolen key did',
    exported: {
      name: 'api-key-transfers',
      about: msg('Which transfers were made with which API key.'),
      columns: ['transactionId', 'apiKeyId', 'amountCents', 'at'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select t.transaction_id as key, t.transaction_id as "transactionId", t.key_id as "apiKeyId", t.amount as "amountCents", t.at
        from api_keys k join api_key_transfers t on t.key_id = k.id
        where k.person_id = ${personId} and t.transaction_id > ${after ?? FIRST_ID}
        order by t.transaction_id limit ${ROWS_PER_READ}`,
    },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  pay_requests: {
    holds: 'requests for money',
    kept: 'for good',
    why: 'explains payments',
    exported: lists.payRequests,
    notExported: {
      'Needed by the software only.': ['person_id'],
    },
    erasure: {
      does: 'texts deleted at once',
      atOnce: (tx, { personId }) => erasePayRequestTexts(tx, personId),
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  pay_request_payments: {
    holds: 'which transfers paid a request',
    kept: 'for good',
    why: 'a request is paid once',
    exported: { not: 'Ids of requests and transactions that are exported, each to its own person.' },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  audit: {
    holds: 'actions of staff, hash-chained',
    kept: 'for good',
    why: 'accountability of staff',
    exported: {
      not: 'What staff did is in the access log, as the person sees it; the rest is about the work of staff.',
    },
    erasure: {
      does: 'texts redacted at once',
    },
    reading: 'audit.viewed',
  },
  bank_statement_lines: {
    holds: 'entries of the bank’s own statements',
    kept: 'for good',
    why: 'vouchers',
    exported: {
      not: 'Statements of the bank’s own accounts. The deposits and transfers that they clear are exported.',
    },
    erasure: {
      does: 'texts deleted with the books',
    },
    reading: { unlogged: 'Of the bank’s accounts; the person whom an entry is booked for is logged.' },
  },
  run_payments: {
    holds: 'payments of a run',
    kept: 'for good',
    why: 'vouchers',
    exported: { not: 'Copies of transfers that are exported, as files for external banks have them.' },
    erasure: {
      does: 'texts deleted with the books',
    },
    reading: { unlogged: 'Copies of transfers whose reading is logged.' },
  },
  ...bankData,
} satisfies PersonalData
