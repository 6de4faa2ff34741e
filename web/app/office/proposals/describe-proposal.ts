import type { Proposal } from '#contract/proposals.ts'

const nameOf = ({ subject }: Proposal) => subject?.fullName ?? ''

/** What confirming does, in one line. */
export function proposalTitle(proposal: Proposal): string {
  const { kind, after } = proposal
  switch (kind) {
    case 'role':
      return after.role
        ? `Give ${nameOf(proposal)} the role ${after.role}`
        : `Make ${nameOf(proposal)} ${after.status} again`
    case 'email':
      return `Change the email of ${nameOf(proposal)}`
    case 'pin_reset':
      return `Reset the PIN of ${nameOf(proposal)}`
    case 'bank_details':
      return 'Change the bank details'
    case 'crypto_addresses':
      return 'Change the crypto addresses'
    case 'mail_server':
      return 'Change the mail server'
  }
}

const LABELS: Record<string, string> = {
  role: 'Role',
  status: 'Status',
  reason: 'Reason',
  email: 'Email',
  pin: 'PIN',
  'bankingInfo.accountNumber': 'Account number',
  'bankingInfo.accountName': 'Account name',
  'bankingInfo.bankName': 'Bank name',
  'bankingInfo.routing': 'Routing',
  'bankingInfo.address': 'Address',
  'cashApp.tag': 'Cash App tag',
  'cashApp.name': 'Cash App name',
  'mail.name': 'Mail account',
  'mail.password': 'Password',
  cryptoInfo: 'Addresses',
}

export type ProposedField = { label: string; before: string[]; after: string[] }

/** The changed fields side by side, each as lines of text. */
export const proposedFields = ({ before, after }: Pick<Proposal, 'before' | 'after'>): ProposedField[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    label: LABELS[field] ?? field,
    before: toLines(before[field]),
    after: toLines(after[field]),
  }))

type CryptoEntry = { name?: unknown; network?: unknown; address?: unknown; rate?: unknown }

function toLines(value: unknown): string[] {
  if (Array.isArray(value))
    return value.length === 0
      ? ['None']
      : value.map(({ name, network, address, rate }: CryptoEntry) => `${name} (${network}): ${address}, rate ${rate}`)
  if (value === undefined || value === null || value === '') return ['Empty']
  const text = String(value)
  // States of a secret are words of the server.
  return [['set', 'none', 'locked', 'changed'].includes(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text]
}
