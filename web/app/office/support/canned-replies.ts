import { formatDollars } from '#contract/money.ts'
import type { User } from '#contract/people.ts'

export type CannedReply = { name: string; text: string }

/** `{firstName}` and the like are filled in for the person who is written to. */
export const CANNED_REPLIES: CannedReply[] = [
  { name: 'Greeting', text: 'Hello {firstName}, thank you for writing to {bank}. How can I help you?' },
  { name: 'Looking into it', text: 'Hello {firstName}, I am looking into this now and will answer here shortly.' },
  {
    name: 'Verification',
    text: 'Hello {firstName}, your account {accountNumber} is {status}. We check new accounts within one working day.',
  },
  {
    name: 'Balance',
    text: 'Your balance is {balance} at the moment. What pending transfers hold is already taken off.',
  },
  {
    name: 'Receipt needed',
    text: 'Could you please attach the receipt of your payment here, as an image or a PDF? Then we can book it.',
  },
  { name: 'Codes', text: 'A transaction code costs nothing: we never ask for a payment in return for a code.' },
  { name: 'Closing', text: 'I am glad that this is settled, {firstName}. Kind regards, {me}, {bank}' },
]

type Filling = { user: User; me: string; bank: string }

/** A placeholder that nobody knows stays as it is, for whoever sends the message to see. */
export function fillReply(text: string, { user, me, bank }: Filling): string {
  const values: Record<string, string> = {
    name: user.fullName,
    firstName: user.fullName.split(/\s+/)[0] ?? user.fullName,
    email: user.email,
    accountNumber: user.accountNumber,
    status: user.status === 'Active' ? 'active' : 'awaiting verification',
    balance: formatDollars(user.balance),
    me,
    bank,
  }
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark)
}
