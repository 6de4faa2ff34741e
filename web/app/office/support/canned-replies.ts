import { formatDollars } from '#contract/money.ts'
import type { User } from '#contract/people.ts'
import { fillPlaceholders } from '#contract/placeholders.ts'

type Filling = { user: User; me: string; bank: string }

/** Filled in before it is sent, for whoever sends it to see and change. */
export const fillReply = (text: string, { user, me, bank }: Filling): string =>
  fillPlaceholders(text, {
    name: user.fullName,
    firstName: user.fullName.split(/\s+/)[0] ?? user.fullName,
    email: user.email,
    accountNumber: user.accountNumber,
    status: user.status === 'Active' ? 'active' : 'awaiting verification',
    balance: formatDollars(user.balance),
    me,
    bank,
  })
