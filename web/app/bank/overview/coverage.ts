import { useAccounts } from '../accounts/accounts-query.ts'

export type Covered = 'main' | 'all'

const TEXTS: Record<Covered, string> = { main: 'Main account', all: 'All your accounts' }

/** Which accounts the figures of a card are of. Undefined for people with one account. */
export const useCoverage = (covered: Covered): string | undefined =>
  useAccounts().length > 1 ? TEXTS[covered] : undefined
