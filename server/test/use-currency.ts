import { afterAll, beforeAll } from 'vitest'
import { type Currency, DEFAULT_CURRENCY, setBankCurrency } from '#contract/money.ts'

/** Before `useBank`, of a file or a describe block. The files of a worker share the module, and all others run in dollars. */
export function useCurrency(currency: Currency): void {
  beforeAll(() => setBankCurrency(currency))
  afterAll(() => setBankCurrency(DEFAULT_CURRENCY))
}
