import { bankCurrency } from './money.ts'
import { type Text, verbatim } from './text.ts'

/**
 * 'euro' and 'euros', 'Japanese yen' and 'Japanese yen'. The texts of the bank call US dollars dollars; `formal` is for
 * documents.
 */
export function currencyName(form: 'one' | 'other' | 'formal', locale = 'en-US'): Text {
  const { code } = bankCurrency()
  const name = nameIn(locale, code, form === 'other' ? 2 : 1)
  return verbatim(form === 'formal' || code !== 'USD' || !locale.startsWith('en') ? name : name.replace('US ', ''))
}

/** 'US Dollar (USD)', in documents. */
export const formalCurrency = ({ locale }: { locale: string }): Text =>
  verbatim(`${currencyName('formal', locale)} (${bankCurrency().code})`)

const nameIn = (locale: string, currency: string, count: number) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'name', maximumFractionDigits: 0 })
    .formatToParts(count)
    .find(({ type }) => type === 'currency')?.value ?? currency
