import { MAIN_ACCOUNT_NAME } from '#contract/customers/accounts.ts'
import { type Text, verbatim } from '#contract/text.ts'
import type { Texts } from '../../platform/texts/texts.ts'

/** The owner's name for the account. The main one has none until they give it one. */
export const accountName = ({ name }: { name: string }, t: Texts['t']): Text =>
  name === MAIN_ACCOUNT_NAME ? t('Main account') : verbatim(name)
