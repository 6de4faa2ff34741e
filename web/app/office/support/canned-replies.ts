import type { User } from '#contract/customers/people.ts'
import { formatMoney } from '#contract/money.ts'
import { fillPlaceholders, hasPlaceholder } from '#contract/placeholders.ts'
import { t } from '../../shared/i18n/i18n.ts'

type ReplyValues = { user: User; me: string; bank: string }

/** A reply about the status is not for who is neither Active nor awaiting verification: it would tell a frozen customer to wait. */
export const isTrueOf = (text: string, { status }: Pick<User, 'status'>): boolean =>
  !hasPlaceholder(text, 'status') || status === 'Active' || status === 'Pending'

/** Fills in the placeholders before the administrator edits and sends the reply. */
export const fillReply = (text: string, { user, me, bank }: ReplyValues): string =>
  fillPlaceholders(text, {
    name: user.fullName,
    firstName: user.fullName.split(/\s+/)[0] ?? user.fullName,
    email: user.email,
    accountNumber: user.accountNumber,
    status: user.status === 'Active' ? t('active') : t('awaiting verification'),
    balance: formatMoney(user.balance),
    me,
    bank,
  })
