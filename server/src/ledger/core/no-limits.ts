import { MAX_BALANCE_CENTS } from '../account.ts'
import type { Limits } from './rules.ts'

/** For a ledger that is told nothing else. */
export const NO_LIMITS: Limits = {
  fourEyesAboveCents: null,
  riskLargeCents: MAX_BALANCE_CENTS,
  instantUpToCents: null,
  dailyLimitCents: null,
  bankNames: [],
}
