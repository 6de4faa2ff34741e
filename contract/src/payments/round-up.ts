import { bankCurrency } from '../money.ts'

/*
 * No schemas in this file: pages load it.
 */

/** What payments are rounded up to, in minor units: a whole unit of the currency, or a hundred where it has no decimals. */
export const roundUpUnitCents = ({ decimals } = bankCurrency()): bigint =>
  decimals === 0 ? 100n : 10n ** BigInt(decimals)

/** What a payment leaves for savings: nothing, where it is a whole amount. */
export const roundUpCents = (paidCents: bigint, unitCents = roundUpUnitCents()): bigint =>
  (unitCents - (paidCents % unitCents)) % unitCents
