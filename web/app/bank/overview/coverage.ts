import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { useAccounts } from '../accounts/accounts-query.ts'

export type Coverage = 'main' | 'all'

const TEXTS: Record<Coverage, TextId> = { main: msg('Main account'), all: msg('All your accounts') }

/** Which accounts the figures of a card are of. Undefined for people with one account. */
export const useCoverage = (covered: Coverage): Text | undefined =>
  useAccounts().length > 1 ? t(TEXTS[covered]) : undefined
