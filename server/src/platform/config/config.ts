import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { decimalsText } from '#contract/amount-rule.ts'
import { email as emailRules } from '#contract/fields.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import {
  type Currency,
  DEFAULT_CURRENCY,
  MAX_AMOUNT_CENTS,
  parseCents,
  sampleCents,
  toDecimalText,
} from '#contract/money.ts'
import type { Institution } from '#contract/settings/institution.ts'
import { currencyOf } from './currencies.ts'
import { allowedHosts, isAddressOrNetwork, vapidPrivateKey } from './outgoing.ts'
import {
  ConfigError,
  type Environment,
  given,
  oneOf,
  postgresUrl,
  text,
  throwInvalidVariable,
  toggle,
  url,
} from './read-variable.ts'
import { type Retention, readRetention } from './retention.ts'
import { readTracing, type TracingConfig } from './tracing.ts'

export type Config = Readonly<{
  port: number
  host: string
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** For commands that need the owner of the tables. Null: `databaseUrl`. */
  migrationDatabaseUrl: string | null
  /** Whether code that is older than the database's schema may start, for a rollback. */
  acceptNewerSchema: boolean
  /** Absolute, so that a later change of the working directory can't move the bank. */
  dataDir: string
  /** Where the embedded PostgreSQL archives its log and `npm run backup` writes; null: no archive. */
  backupDir: string | null
  /** Null: generated once in `dataDir`, see app-secret.ts. */
  appSecret: string | null
  /** The secret before the last change of APP_SECRET, while both are accepted. */
  appSecretPrevious: string | null
  /** NODE_ENV is `production`. */
  production: boolean
  demo: boolean
  bankTimeZone: string
  /** Of all accounts and amounts; the first start fixes it. */
  currency: Currency
  registrationStatus: 'Active' | 'Pending'
  /** The origin that customers use. Null: the address the server listens on. */
  publicUrl: string | null
  institution: Readonly<Institution>
  /** The languages that are offered, the default first. */
  locales: readonly Locale[]
  /** The size of the pages of statements, receipts and confirmations. */
  paper: 'A4' | 'Letter'
  smtpUrl: string | null
  /** What one member of staff may move on an account within a day; null: four eyes is off. */
  fourEyesAboveCents: bigint | null
  /** A transaction above this is flagged as large. */
  riskLargeCents: bigint
  /** A transfer inside the bank up to this is completed at once; null: staff decide about every one. */
  instantUpToCents: bigint | null
  /** A matched credit of an imported statement is booked without a click. */
  autoBookMatched: boolean
  /** What a person may send within a day; null: no limit. */
  dailyLimitCents: bigint | null
  rateLimit: boolean
  /** Whether members of staff can work without a second factor. */
  staffSecondFactor: 'required' | 'optional'
  /** Whether weak new passwords and PINs are refused. */
  secretRules: boolean
  /** Proxies whose X-Forwarded headers are trusted. */
  trustProxy: readonly string[]
  logLevel: LogLevel
  /** How long records of closed accounts outlive the erasure of a person. */
  retention: Retention
  /** How long a server that stops still serves, while the load balancer notices. */
  drainSeconds: number
  /** Where traces go; null: nothing is traced. */
  tracing: TracingConfig | null
  /** What `/api/metrics` asks for; null: open to everyone. */
  metricsToken: string | null
  /** Host names, IP addresses and networks that webhooks may be sent to although they are not public or not https. */
  webhookAllow: readonly string[]
  /** The same for push services of browsers. */
  pushAllow: readonly string[]
  /** The key by which push services recognise the bank, in base64url. Null: made once, and stored. */
  vapidPrivateKey: string | null
  /** Whether `/api/docs` and the OpenAPI document are served. */
  apiDocs: boolean
}>

export type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const REGISTRATION_STATUSES = ['Active', 'Pending'] as const
/** In a currency with two decimals: 10,000 dollars, but a million yen. */
const USUAL_RISK_LARGE_CENTS = 1_000_000n

/**
 * Pure: reads and validates the environment, so that nothing else reads variables. At a terminal the demo logs less, or
 * the demo accounts in the greeting would scroll away.
 */
export function readConfig(env: Environment, { atTerminal = false } = {}): Config {
  const production = text(env, 'NODE_ENV', '') === 'production'
  const migrationDatabaseUrl = postgresUrl(env, 'MIGRATION_DATABASE_URL')
  const databaseUrl = postgresUrl(env, 'DATABASE_URL') ?? migrationDatabaseUrl
  const demo = toggle(env, 'DEMO', databaseUrl === null && !production)
  if (demo && production)
    throw new ConfigError('DEMO must be off when NODE_ENV is production: the demonstration passwords are public.')
  const currency = currencyFrom(env)

  return {
    port: port(env),
    host: host(env),
    databaseUrl,
    migrationDatabaseUrl,
    acceptNewerSchema: toggle(env, 'ACCEPT_NEWER_SCHEMA', false),
    dataDir: resolve(text(env, 'DATA_DIR', '.data')),
    backupDir: folder(env, 'BACKUP_DIR'),
    appSecret: appSecret(env, databaseUrl !== null && !demo),
    appSecretPrevious: previousSecret(env),
    production,
    demo,
    bankTimeZone: timeZone(env),
    currency,
    registrationStatus: oneOf(env, 'REGISTRATION_STATUS', REGISTRATION_STATUSES, 'Pending'),
    publicUrl: publicUrl(env),
    institution: institution(env, currency),
    locales: locales(env),
    paper: oneOf(env, 'INSTITUTION_PAPER', ['A4', 'Letter'], 'A4'),
    smtpUrl: url(env, 'SMTP_URL', ['smtp', 'smtps']),
    fourEyesAboveCents: amountOrOff(env, currency, 'FOUR_EYES_ABOVE', demo ? 'off' : '0'),
    riskLargeCents: amount(
      env,
      currency,
      'RISK_LARGE',
      toDecimalText(sampleCents(USUAL_RISK_LARGE_CENTS, currency), currency),
    ),
    instantUpToCents: amountOrOff(env, currency, 'INSTANT_UP_TO', 'off'),
    dailyLimitCents: amountOrOff(env, currency, 'DAILY_LIMIT', 'off'),
    autoBookMatched: toggle(env, 'AUTO_BOOK_MATCHED', false),
    rateLimit: toggle(env, 'RATE_LIMIT', true),
    staffSecondFactor: oneOf(env, 'STAFF_SECOND_FACTOR', ['required', 'optional'], demo ? 'optional' : 'required'),
    secretRules: toggle(env, 'SECRET_RULES', !demo),
    trustProxy: proxies(env),
    retention: readRetention(env),
    tracing: readTracing(env),
    metricsToken: metricsToken(env),
    webhookAllow: allowedHosts(env, 'WEBHOOK_ALLOW'),
    pushAllow: allowedHosts(env, 'PUSH_ALLOW'),
    vapidPrivateKey: vapidPrivateKey(env),
    apiDocs: toggle(env, 'API_DOCS', true),
    drainSeconds: drainSeconds(env),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, demo && atTerminal ? 'warn' : 'info'),
  }
}

function port(env: Environment): number {
  const value = given(env, 'PORT')
  if (value === null) return 3000
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throwInvalidVariable('PORT', 'a whole number between 0 and 65535', value)
  return Number(value)
}

function drainSeconds(env: Environment): number {
  const value = given(env, 'DRAIN_SECONDS') ?? '0'
  if (!/^\d{1,2}$/.test(value) || Number(value) > 60)
    throwInvalidVariable('DRAIN_SECONDS', 'a whole number between 0 and 60', value)
  return Number(value)
}

function host(env: Environment): string {
  const value = text(env, 'HOST', '127.0.0.1')
  if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value))
    throwInvalidVariable('HOST', 'an IP address or a host name', value)
  return value
}

function appSecret(env: Environment, required: boolean): string | null {
  const value = given(env, 'APP_SECRET')
  if (value !== null && value.length < 32) throw new ConfigError('APP_SECRET must have at least 32 characters.')
  if (value === null && required)
    throw new ConfigError('APP_SECRET must be set when DATABASE_URL is set and DEMO is not on: 32 characters or more.')
  return value
}

function previousSecret(env: Environment): string | null {
  const value = given(env, 'APP_SECRET_PREVIOUS')
  if (value !== null && value.length < 32)
    throw new ConfigError('APP_SECRET_PREVIOUS must have at least 32 characters.')
  if (value !== null && value === given(env, 'APP_SECRET'))
    throw new ConfigError('APP_SECRET_PREVIOUS must not be equal to APP_SECRET.')
  return value
}

function metricsToken(env: Environment): string | null {
  const value = given(env, 'METRICS_TOKEN')
  if (value !== null && value.length < 16) throw new ConfigError('METRICS_TOKEN must have at least 16 characters.')
  return value
}

function folder(env: Environment, name: string): string | null {
  const value = text(env, name, '')
  return value === '' ? null : resolve(value)
}

function timeZone(env: Environment): string {
  const value = given(env, 'BANK_TIME_ZONE')
  if (value === null) return 'UTC'
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
    // '+02:00' is valid, but an offset ignores daylight saving time.
    if (/^[+-]/.test(zone)) throw new RangeError('offset')
    return zone
  } catch {
    return throwInvalidVariable('BANK_TIME_ZONE', 'a time zone such as UTC or Europe/Zurich', value)
  }
}

function institution(env: Environment, currency: Currency): Config['institution'] {
  const email = text(env, 'INSTITUTION_EMAIL', 'hello@fable.example')
  if (!emailRules.safeParse(email).success) throwInvalidVariable('INSTITUTION_EMAIL', 'an email address', email)
  const legalName = text(env, 'INSTITUTION_LEGAL_NAME', '')
  const regulator = text(env, 'INSTITUTION_REGULATOR', '')
  return {
    name: text(env, 'INSTITUTION_NAME', 'Fable Bank'),
    legalName,
    regulator,
    // Numbers 555-0100 to 555-0199 are reserved for fiction, so a demo never shows a real number.
    phone: text(env, 'INSTITUTION_PHONE', '+1 (555) 010-0142, +1 (555) 010-0143'),
    email,
    address: text(env, 'INSTITUTION_ADDRESS', '12 Storyteller Lane, Fableton, FB 10142'),
    // Without a legal name and a regulator the bank is a demonstration, and its pages say so.
    demonstration: !(legalName && regulator),
    currency,
  }
}

function locales(env: Environment): readonly Locale[] {
  const value = given(env, 'LOCALES')
  if (value === null) return LOCALES
  const rule = `a comma-separated list of ${LOCALES.join(', ')}`
  const named = value.split(',').map((name) => LOCALES.find((locale) => locale === name.trim()))
  const found = named.filter((locale) => locale !== undefined)
  return found.length === named.length ? [...new Set(found)] : throwInvalidVariable('LOCALES', rule, value)
}

/** Mail links and canonical addresses come from here, never from a request's Host header, which anyone can forge. */
function publicUrl(env: Environment): string | null {
  const value = url(env, 'PUBLIC_URL', ['http', 'https'])
  return value === null ? null : new URL(value).origin
}

function currencyFrom(env: Environment): Currency {
  const value = given(env, 'BANK_CURRENCY')
  if (value === null) return DEFAULT_CURRENCY
  return currencyOf(value) ?? throwInvalidVariable('BANK_CURRENCY', 'an ISO 4217 code such as USD, EUR or JPY', value)
}

function amount(env: Environment, currency: Currency, name: string, usual: string): bigint {
  const value = given(env, name) ?? usual
  return thresholdCents(value, currency) ?? throwInvalidVariable(name, amountIn(currency), value)
}

function amountOrOff(env: Environment, currency: Currency, name: string, usual: string): bigint | null {
  const value = given(env, name) ?? usual
  if (value.toLowerCase() === 'off') return null
  return thresholdCents(value, currency) ?? throwInvalidVariable(name, `off or ${amountIn(currency)}`, value)
}

const amountIn = (currency: Currency) => `an amount in ${currency.code} ${decimalsText(currency)}`

/** More than any amount the ledger takes is a typing error. */
function thresholdCents(value: string, currency: Currency): bigint | null {
  const cents = parseCents(value, currency)
  return cents === null || value.startsWith('-') || cents > MAX_AMOUNT_CENTS ? null : cents
}

function proxies(env: Environment): string[] {
  const value = given(env, 'TRUST_PROXY')
  if (value === null) return []
  const entries = value.split(',').map((entry) => entry.trim())
  for (const entry of entries)
    if (!isAddressOrNetwork(entry))
      throwInvalidVariable(
        'TRUST_PROXY',
        'a comma-separated list of IP addresses or networks such as 10.0.0.0/8',
        entry,
      )
  return entries
}
