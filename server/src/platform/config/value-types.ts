import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { decimalsText } from '#contract/amount-rule.ts'
import { email as emailRules } from '#contract/fields.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { type Currency, MAX_AMOUNT_CENTS, parseCents } from '#contract/money.ts'
import { parseDatabaseUrl } from '../runtime/database-url.ts'
import { currencyOf } from './currencies.ts'
import { ConfigError, type RawValue, throwInvalidVariable, type ValueType } from './variable.ts'

const SWITCH = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['0', false],
])

export const toggle: ValueType<boolean> = {
  choices: ['on', 'off'],
  parse: ({ name, value }) => SWITCH.get(value.toLowerCase()) ?? throwInvalidVariable(name, 'on or off', value),
}

export const oneOf = <const Choice extends string>(...choices: Choice[]): ValueType<Choice> => ({
  choices,
  parse: ({ name, value }) =>
    choices.find((choice) => choice === value) ?? throwInvalidVariable(name, `one of ${choices.join(', ')}`, value),
})

export const text: ValueType<string> = {
  parse: ({ name, value }) => (/\p{Cc}/u.test(value) ? throwInvalidVariable(name, 'one line of text', value) : value),
}

/** Absolute, so that a later change of the working directory can't move the bank. */
export const folder: ValueType<string> = { parse: (given) => resolve(text.parse(given)) }

export const wholeNumber = (most: number, what = 'a whole number'): ValueType<number> => ({
  parse: ({ name, value }) =>
    /^\d+$/.test(value) && value.length <= String(most).length && Number(value) <= most
      ? Number(value)
      : throwInvalidVariable(name, `${what} between 0 and ${most}`, value),
})

export const share: ValueType<number> = {
  parse: ({ name, value }) =>
    /^(?:[01]|1\.0+|0?\.\d{1,6})$/.test(value)
      ? Number(value)
      : throwInvalidVariable(name, 'a number between 0 and 1', value),
}

export const host: ValueType<string> = {
  parse: (given) => {
    const value = text.parse(given)
    const isHost = isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)
    return isHost ? value : throwInvalidVariable(given.name, 'an IP address or a host name', value)
  },
}

export const emailAddress: ValueType<string> = {
  parse: (given) => {
    const value = text.parse(given)
    return emailRules.safeParse(value).success ? value : throwInvalidVariable(given.name, 'an email address', value)
  },
}

/** The message never repeats the value: it may hold a password, and messages end up in logs. */
export const url = (...schemes: string[]): ValueType<string> => ({
  parse: ({ name, value }) => {
    const shape = schemes.map((scheme) => `${scheme}://…`).join(' or ')
    const parsed = URL.parse(value)
    if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1)) || !value.includes('://'))
      throw new ConfigError(`${name} must be a URL of the form ${shape}.`)
    if (!parsed.hostname) throw new ConfigError(`${name} must name a host.`)
    return value
  },
})

export const origin: ValueType<string> = { parse: (given) => new URL(url('http', 'https').parse(given)).origin }

export const postgresUrl: ValueType<string> = {
  parse: ({ name, value }) => {
    const parsed = parseDatabaseUrl(value)
    if ('problem' in parsed) throw new ConfigError(`${name} ${parsed.problem}`)
    return value
  },
}

export const secretOf = (least: number): ValueType<string> => ({
  parse: ({ name, value }) => {
    if (value.length < least) throw new ConfigError(`${name} must have at least ${least} characters.`)
    return value
  },
})

/** What other tools call the private VAPID key: the number of the curve P-256, in base64url. */
export const privateKey: ValueType<string> = {
  parse: ({ name, value }) => {
    if (!isPrivateKey(value))
      throw new ConfigError(`${name} must be a private key of the curve P-256: 43 characters in base64url.`)
    return value
  },
}

function isPrivateKey(value: string): boolean {
  if (!/^[A-Za-z0-9_-]{43}$/.test(value)) return false
  try {
    createECDH('prime256v1').setPrivateKey(value, 'base64url')
    return true
  } catch {
    return false
  }
}

export const timeZone: ValueType<string> = {
  parse: ({ name, value }) => {
    try {
      const zone = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
      // '+02:00' is valid, but an offset ignores daylight saving time.
      if (/^[+-]/.test(zone)) throw new RangeError('offset')
      return zone
    } catch {
      return throwInvalidVariable(name, 'a time zone such as UTC or Europe/Zurich', value)
    }
  },
}

export const currency: ValueType<Currency> = {
  parse: ({ name, value }) =>
    currencyOf(value) ?? throwInvalidVariable(name, 'an ISO 4217 code such as USD, EUR or JPY', value),
}

export const amount: ValueType<bigint> = {
  parse: (given) =>
    thresholdCents(given) ?? throwInvalidVariable(given.name, amountIn(given.basis.currency), given.value),
}

export const amountOrOff: ValueType<bigint | null> = {
  parse: (given) => {
    if (given.value.toLowerCase() === 'off') return null
    return (
      thresholdCents(given) ?? throwInvalidVariable(given.name, `off or ${amountIn(given.basis.currency)}`, given.value)
    )
  },
}

const amountIn = (currency: Currency) => `an amount in ${currency.code} ${decimalsText(currency)}`

/** More than any amount the ledger takes is a typing error. */
function thresholdCents({ value, basis }: RawValue): bigint | null {
  const cents = parseCents(value, basis.currency)
  return cents === null || value.startsWith('-') || cents > MAX_AMOUNT_CENTS ? null : cents
}

export const locales: ValueType<readonly Locale[]> = {
  parse: ({ name, value }) => {
    const named = value.split(',').map((entry) => LOCALES.find((locale) => locale === entry.trim()))
    const found = named.filter((locale) => locale !== undefined)
    if (found.length < named.length)
      throwInvalidVariable(name, `a comma-separated list of ${LOCALES.join(', ')}`, value)
    return [...new Set(found)]
  },
}

export const networks: ValueType<readonly string[]> = {
  parse: ({ name, value }) => {
    const entries = value.split(',').map((entry) => entry.trim())
    for (const entry of entries)
      if (!isAddressOrNetwork(entry))
        throwInvalidVariable(name, 'a comma-separated list of IP addresses or networks such as 10.0.0.0/8', entry)
    return entries
  },
}

const HOST_NAME = /^(?=.*[a-z])[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

/** Where requests of the bank may go besides public https addresses. */
export const hostsAndNetworks: ValueType<readonly string[]> = {
  parse: ({ name, value }) => {
    const entries = value.split(',').map((entry) => entry.trim().toLowerCase())
    for (const entry of entries)
      if (!isAddressOrNetwork(entry) && !HOST_NAME.test(entry))
        throwInvalidVariable(
          name,
          'a comma-separated list of host names, IP addresses or networks such as 10.0.0.0/8',
          entry,
        )
    return entries
  },
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
