import type { Account } from '#contract/customers/accounts.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from './i18n/i18n.ts'

/** Savings accounts have the names that their owner gave them. */
export const accountName = ({ kind, name }: { kind: Account['kind']; name: string }): Text =>
  kind === 'main' ? t('Main account') : verbatim(name)

export const withName = (account: Account): Account => ({ ...account, name: accountName(account) })
