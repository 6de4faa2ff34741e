import type { Proposal } from '#contract/authority/proposals.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t, translateText } from '../../shared/i18n/i18n.ts'
import { dayText } from '../external-money/layout/day-text.ts'

/** What confirming does, in one line. */
export function proposalTitle(proposal: Proposal): Text {
  const { kind, after, subject } = proposal
  const name = subject?.fullName ?? ''
  switch (kind) {
    case 'role':
      return after.role
        ? t('Give {name} the role {role}', { name, role: translateText(String(after.role)) })
        : t('Make {name} {status} again', { name, status: translateText(String(after.status)) })
    case 'email':
      return t('Change the email of {name}', { name })
    case 'name':
      return t('Change the name or date of birth of {name}', { name })
    case 'pin_reset':
      return t('Reset the PIN of {name}', { name })
    case 'factors_reset':
      return t('Remove the second factors of {name}', { name })
    case 'erasure':
      return t('Erase {name}', { name })
    case 'staff':
      return t('Invite {name} as {role}', {
        name: verbatim(String(after.fullName)),
        role: translateText(String(after.role)),
      })
    case 'bank_details':
      return t('Change the bank details')
    case 'crypto_addresses':
      return t('Change the crypto addresses')
    case 'contact_number':
      return t('Change the WhatsApp number')
    case 'mail_server':
      return t('Change the mail server')
    case 'statement_undo':
      return t('Undo an import of a bank statement')
    case 'closing':
      return t('Close the books up to {day}', { day: dayText(String(after.closedUntil)) })
    case 'reopening':
      return t('Reopen the books that are closed up to {day}', {
        day: dayText(String(proposal.before.closedUntil)),
      })
    case 'journal_entry':
      return journalEntryTitle(after)
  }
}

/** Staff who may not propose an entry don't see its text. */
function journalEntryTitle({ text, reverses }: Proposal['after']): Text {
  if (typeof text !== 'string') return t('Book a journal entry')
  return reverses
    ? t('Reverse the journal entry “{text}”', { text: verbatim(text) })
    : t('Book the journal entry “{text}”', { text: verbatim(text) })
}

const LABELS: Record<string, TextId> = {
  role: msg('Role'),
  status: msg('Status'),
  reason: msg('Reason'),
  email: msg('Email'),
  fullName: msg('Full name'),
  dob: msg('Date of birth'),
  pin: msg('PIN'),
  ground: msg('Ground'),
  totp: msg('Authenticator app'),
  passkeys: msg('Passkeys'),
  'bankingInfo.accountNumber': msg('Account number'),
  'bankingInfo.accountName': msg('Account name'),
  'bankingInfo.bankName': msg('Bank name'),
  'bankingInfo.routing': msg('Routing'),
  'bankingInfo.address': msg('Address'),
  'cashApp.tag': msg('Cash App tag'),
  'cashApp.name': msg('Cash App name'),
  whatsApp: msg('WhatsApp number'),
  'mail.name': msg('Mail account'),
  'mail.password': msg('Password'),
  cryptoInfo: msg('Addresses'),
  outsideAccount: msg('Outside account'),
  days: msg('Days'),
  lines: msg('Lines'),
  closedUntil: msg('Closed up to'),
  date: msg('Value date'),
  text: msg('Text'),
}

export type ProposedField = { label: Text; before: Text[]; after: Text[] }

/** The changed fields side by side, each as lines of text. */
export const proposedFields = ({ before, after }: Pick<Proposal, 'before' | 'after'>): ProposedField[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    // A checklist has a form of its own.
    .filter((field) => field !== 'checklist')
    .map((field) => ({
      label: labelOf(field),
      before: toLines(field, before[field]),
      after: toLines(field, after[field]),
    }))

function labelOf(field: string): Text {
  const label = LABELS[field]
  return label ? t(label) : verbatim(field)
}

/** States of a secret are words of the server. */
const SECRET_STATES: Record<string, TextId> = {
  set: msg('Set'),
  none: msg('None'),
  locked: msg('Locked'),
  changed: msg('Changed'),
  requested: msg('The customer asked for it'),
  expired: msg('The bank no longer needs the data'),
}

type CryptoEntry = { name?: unknown; network?: unknown; address?: unknown; rate?: unknown }

function toLines(field: string, value: unknown): Text[] {
  if (Array.isArray(value))
    return value.length === 0
      ? [t('None')]
      : value.map(({ name, network, address, rate }: CryptoEntry) =>
          t('{name} ({network}): {address}, rate {rate}', {
            name: verbatim(String(name)),
            network: verbatim(String(network)),
            address: verbatim(String(address)),
            rate: verbatim(String(rate)),
          }),
        )
  if (value === undefined || value === null || value === '') return [t('Empty')]
  const text = String(value)
  if (field === 'closedUntil') return [dayText(text)]
  const secretState = SECRET_STATES[text]
  if (secretState) return [t(secretState)]
  return [field === 'role' || field === 'status' ? translateText(text) : verbatim(text)]
}
