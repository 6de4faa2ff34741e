import { type Currency, MAX_DECIMALS } from '#contract/money.ts'

/**
 * ISO 4217, by the number of decimals of the minor unit. Kept here because Intl knows what people write instead: no decimals
 * for the Iraqi dinar or the Albanian lek. Codes without a minor unit (gold, test codes) are missing: no account is kept
 * in them.
 */
const CODES_BY_DECIMALS: readonly string[] = [
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  '',
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC
  CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW
  KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
  PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN
  UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  'BHD IQD JOD KWD LYD OMR TND',
  'CLF UYW',
]

const CURRENCIES = new Map<string, Currency>(
  CODES_BY_DECIMALS.flatMap((codes, decimals) =>
    decimals > MAX_DECIMALS ? [] : (codes.match(/[A-Z]{3}/g) ?? []).map((code) => [code, { code, decimals }] as const),
  ),
)

export const currencyCodes = (): string[] => [...CURRENCIES.keys()]

/** Null for an unknown code, and for one with four decimals (decision 004). */
export const currencyOf = (code: string): Currency | null => CURRENCIES.get(code) ?? null
