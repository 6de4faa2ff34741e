/**
 * What staff are warned of before they decide on what a customer submitted. Customers never see these. Pages load this
 * file, so it has no schemas.
 */
export const RISK_FLAGS = [
  'large',
  'new_payee',
  'new_device',
  'credentials_changed',
  'velocity',
  'just_below_limit',
  'whole_balance',
] as const
export type RiskFlag = (typeof RISK_FLAGS)[number]
