import type { Institution } from '#contract/institution.ts'
import { centsToDollars, formatDollars } from '#contract/money.ts'
import { CODE_NOTICE } from '#contract/texts.ts'
import type { OutboxMail } from '../ledger/outbox.ts'
import type { Transaction } from '../ledger/types.ts'

/** What a letter says; how it looks is for render-letter.ts. */
export type Email = {
  to: string
  subject: string
  paragraphs: string[]
  link?: { label: string; address: string }
}

/** All that letters may speak of beyond the outbox, read for a whole batch at once. */
export type TemplateData = {
  institution: Institution
  zone: string
  transactions: ReadonlyMap<string, Transaction>
  /** Addresses of open reset links, by the reset's id. */
  resetLinks: ReadonlyMap<string, string>
  /** Where people read what the bank has answered. */
  supportAddress: string
  /** `${personId} ${topic}` of what somebody does not want by mail. */
  optOuts: ReadonlySet<string>
}

type EmailTemplate = (claimed: OutboxMail, facts: TemplateData) => Email | null

/** Null: there is nothing to tell any more. Undefined: nobody knows how to write of this. */
export function buildEmail(claimed: OutboxMail, facts: TemplateData): Email | null | undefined {
  if (facts.optOuts.has(`${claimed.personId} ${claimed.kind}`)) return null
  return TEMPLATES[claimed.kind]?.(claimed, facts)
}

const TEMPLATES: Record<string, EmailTemplate | undefined> = {
  'password.reset_requested': ({ email, data }, { institution, resetLinks }) => {
    const address = resetLinks.get(String(data.resetId))
    if (!address) return null
    return {
      to: email,
      subject: `Set a new password for ${institution.name}`,
      paragraphs: [
        'Somebody, hopefully you, asked for a new password. The link below works once, within 30 minutes of being asked for.',
        'If it was not you, there is nothing to do: without the link your password stays as it is.',
      ],
      link: { label: 'Set a new password', address },
    }
  },
  'password.changed': ({ email, data }, { institution }) => ({
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      `Your password was changed, and you were logged out everywhere${data.elsewhere ? ' else' : ''}.`,
      ifNotYou(institution),
    ],
  }),
  'email.changed': ({ data }, { institution }) => ({
    to: String(data.newEmail),
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `From now on we write to this address, and you log in with it. It takes the place of ${data.oldEmail}.`,
      ifNotYou(institution),
    ],
  }),
  'email.replaced': ({ data }, { institution }) => ({
    to: String(data.oldEmail),
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `From now on we write to ${data.newEmail}, and you log in with that address. This is our last letter to this one.`,
      ifNotYou(institution),
    ],
  }),
  'deposit.approved': transactionEmail('Deposit approved', ({ amount }) => [
    `Your deposit of ${amount} was approved and is on your account.`,
  ]),
  'deposit.declined': transactionEmail('Deposit declined', ({ amount, reason }) => [
    `Your deposit of ${amount} was declined.`,
    ...reason,
  ]),
  'deposit.received': transactionEmail('You received money', ({ amount, party }) => [
    `You received ${amount} from ${party}.`,
  ]),
  'transfer.approved': transactionEmail('Transfer sent', ({ amount, party }) => [
    `Your transfer of ${amount} to ${party} was approved and is on its way.`,
  ]),
  'transfer.declined': transactionEmail('Transfer declined', ({ amount, party, reason }) => [
    `Your transfer of ${amount} to ${party} was declined. The money is available again.`,
    ...reason,
  ]),
  'support.answered': ({ email }, { institution, supportAddress }) => ({
    to: email,
    subject: `${institution.name} has answered you`,
    // What was said stays in the bank: mail is read by more people than it is meant for.
    paragraphs: ['There is an answer from our support that you have not read yet.'],
    link: { label: 'Read it', address: supportAddress },
  }),
  'pin.reset': ({ email }, { institution }) => ({
    to: email,
    subject: 'Your PIN was reset',
    paragraphs: [
      'Your transaction PIN was reset by our staff. You create a new one the next time you log in.',
      ifNotYou(institution),
    ],
  }),
  'code.set': ({ email, data }, { institution, zone }) => ({
    to: email,
    subject: 'A transaction code was set',
    paragraphs: [
      `Your transfers now need a transaction code. It is valid until ${formatExpiry(String(data.expireDate), zone)}.`,
      CODE_NOTICE,
      ifNotYou(institution),
    ],
  }),
}

const ifNotYou = ({ phone, email }: Institution) =>
  `If you did not expect this, please contact us at once: ${phone} or ${email}.`

type TransactionDetails = { amount: string; party: string; reason: string[] }

function transactionEmail(subject: string, say: (told: TransactionDetails) => string[]): EmailTemplate {
  return ({ email, data }, { transactions }) => {
    const transaction = transactions.get(String(data.transactionId))
    if (!transaction) return null
    const { amountCents, counterparty: party, reason, reference } = transaction
    const told = {
      amount: formatDollars(Math.abs(centsToDollars(amountCents))),
      party: party?.name || 'another account',
      reason: reason ? [`Reason: ${reason}`] : [],
    }
    return { to: email, subject, paragraphs: [...say(told), `Reference: ${reference}`] }
  }
}

/** A day that ends at midnight ends on that day, and not at the beginning of the next one. */
function formatExpiry(expireDate: string, zone: string): string {
  const last = new Date(Date.parse(expireDate) - 1)
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  })
    .format(last)
    .concat(` (${zone})`)
}
