import type { ExportTable } from './export-table.ts'
import { identityTables } from './identity-tables.ts'
import { moneyTables } from './money-tables.ts'
import { recordTables } from './record-tables.ts'

export const exportTables: readonly ExportTable[] = [...identityTables, ...moneyTables, ...recordTables]

/** Tables that are not in the export, each with the reason. A test fails for a new table that is in neither. */
export const NOT_EXPORTED: Record<string, string> = {
  account_months: 'Sums of the postings.',
  attempts: 'Counters against guessing, under hashes; deleted after a day.',
  audit: 'What staff did is in the access log, as the person sees it; the rest is about the work of staff.',
  bank_facts: 'About the bank.',
  bank_statement_lines:
    'Statements of the bank’s own accounts. The deposits and transfers that they clear are exported.',
  bank_statements: 'About the bank.',
  book_checks: 'About the bank.',
  canned_replies: 'About the bank.',
  challenges: 'Random values of log-ins in progress.',
  contact_messages: 'Sent without logging in: nothing shows that the person wrote what came under their address.',
  contra_accounts: 'About the bank.',
  contra_movements: 'About the bank.',
  conversations: 'Counters, and who in the office answers. The messages are exported.',
  crypto_entries: 'About the bank.',
  csv_mappings: 'About files of other banks.',
  document_parts:
    'The bytes of issued documents. The statements are in the export, and the documents can be opened again.',
  document_spool: 'Documents while they are made.',
  day_totals: 'What was booked on each day, by account of the books. No person is in it.',
  statement_closings: 'Where each month ended. The statements have it.',
  statement_sums: 'Sums of the postings.',
  erasures: 'Of people who were erased, and have no export any more.',
  idempotency: 'Copies of responses about transactions that are exported.',
  newsletter_subscriptions: 'Sent without logging in, as contact messages.',
  office_events: 'Live updates for staff.',
  office_stream: 'Live updates for staff.',
  outside_accounts: 'About the bank.',
  payment_run_counter: 'About the bank.',
  payment_runs: 'About the bank.',
  people_counts: 'About the bank.',
  proposals: 'Work of staff: what two of them carried out is in the access log.',
  run_payments: 'Copies of transfers that are exported, as files for outside banks have them.',
  schema_migrations: 'About the software.',
  write_probes: 'About the software.',
  seal_groups: 'Hashes. The proof of each account has those that it needs.',
  sealed_heads: 'Hashes. The proof of each account has those that it needs.',
  seals: 'Published at /.well-known/openteller-seals.json.',
  settings: 'About the bank.',
  signing_keys: 'Keys of the bank.',
  statement_imports: 'How far imports are, while they run.',
  staged_statement_lines: 'Statements of the bank’s own accounts while they are imported.',
  push_deliveries: 'Notifications that are exported, while they wait to be sent to a device.',
  push_keys: 'Keys of the bank.',
  webhooks: 'About the bank.',
  webhook_deliveries: 'Ids and states of what is exported, as other systems of the bank were told.',
  webhook_publisher: 'About the software.',
  webhook_queues: 'Deliveries while they wait.',
  person_tags: 'Tags of staff, as their notes.',
  transaction_tags: 'Tags of staff, as their notes.',
  saved_filters: 'Work of staff.',
  staff_notes: 'Staff write them for each other, so that they can look into fraud without telling who commits it.',
}

/** Columns of exported tables that are not in the export, by reason. */
export const NOT_EXPORTED_COLUMNS: Record<string, readonly string[]> = {
  'A secret, or a value that stands for one.': [
    ...[
      'people.pin_recovery_id',
      'people.password_hash',
      'sessions.token_hash',
      'sessions.device_hash',
      'totp_factors.secret',
    ],
    ...['passkeys.credential_id', 'passkeys.public_key', 'transfer_authorisations.nonce'],
    ...[
      'transfer_authorisations.challenge',
      'transfer_authorisations.response_hash',
      'email_changes.id',
      'api_keys.key_hash',
      'push_devices.endpoint',
      'push_devices.endpoint_hash',
      'push_devices.p256dh',
      'push_devices.auth',
    ],
  ],
  'Work of staff.': [
    ...['people.status_reason', 'people.status_changed_at', 'people.status_changed_by', 'people.role_given_by'],
    ...['people.role_proposed_by', 'people.role_given_at', 'transactions.decided_by', 'transactions.proposed_by'],
    ...['transactions.proposed_at', 'transactions.flags', 'transactions.note', 'verifications.decided_by'],
    ...['messages.sender_id', 'documents.issued_by', 'access_log.session_id', 'access_log.period'],
  ],
  'About another person, or the other side of a transaction.': ['transactions.party_id', 'transactions.origin_id'],
  'Needed by the software only.': [
    ...['people.email_key', 'people.last_confirmed_email', 'email_changes.old_email_key', 'accounts.event_number'],
    ...[
      'accounts.pin_attempts',
      'accounts.pin_set_at',
      'accounts.code_attempts',
      'accounts.code_expires_at',
      'accounts.credentials_changed_at',
    ],
    ...['sessions.fresh_until', 'totp_factors.last_step', 'passkeys.counter', 'outbox.mail_at', 'outbox.mail_attempts'],
    ...[
      'outbox.webhook',
      'outbox.push',
      'push_devices.session_id',
      'push_devices.failures',
      'push_devices.failing_since',
    ],
    ...[
      'messages.id',
      'verification_documents.place',
      'transaction_labels.updated_at',
      'transaction_labels.person_id',
      'documents.final',
    ],
    ...['uploads.file_hash', 'documents.key_id', 'documents.signature'],
    ...['orders.authorisation_id', 'orders.device_since'],
  ],
  'A hash; the proof of each account has those of its postings.': [
    ...['accounts.posting_number', 'accounts.posting_head', 'accounts.audit_number', 'accounts.audit_head'],
    'postings.hash',
  ],
  'A file of its own in the archive.': ['uploads.bytes', 'verification_documents.content'],
}
