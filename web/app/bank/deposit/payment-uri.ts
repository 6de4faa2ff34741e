import { formatDecimal, parseDecimal } from '#contract/decimal.ts'
import { currencySymbol } from '../currency-symbol.ts'

/** Currencies whose wallets read BIP 21. */
const SCHEMES: Record<string, string> = { BTC: 'bitcoin', LTC: 'litecoin' }
/** The smallest unit of these currencies, in decimals. */
const DECIMALS = 8

/** What the QR code holds: with the amount where wallets understand it, the bare address elsewhere. */
export function paymentUri(currency: string, address: string, due: string | null): string {
  const scheme = SCHEMES[currencySymbol(currency)]
  const amount = due === null ? null : payable(due)
  return scheme && amount ? `${scheme}:${address}?amount=${amount}` : address
}

/** Rounded up to what can be sent: rounded down, the deposit would fall short. */
function payable(due: string): string | null {
  const exact = parseDecimal(due)
  if (!exact || exact.scale <= DECIMALS) return exact && formatDecimal(exact)
  const step = 10n ** BigInt(exact.scale - DECIMALS)
  return formatDecimal({ units: (exact.units + step - 1n) / step, scale: DECIMALS })
}
