import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { currencyCodes } from './currencies.ts'
import { ConfigError } from './variable.ts'

const SECRET = 'x'.repeat(32)

/** The line that the operator reads. */
function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  return 'no complaint'
}

test('an empty environment is a demonstration bank on the loopback address', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    migrationDatabaseUrl: null,
    acceptNewerSchema: false,
    autoBookMatched: false,
    dataDir: resolve('.data'),
    backupDir: null,
    appSecret: null,
    appSecretPrevious: null,
    production: false,
    demo: true,
    bankTimeZone: 'UTC',
    currency: { code: 'USD', decimals: 2 },
    registrationStatus: 'Pending',
    publicUrl: null,
    institution: {
      name: 'Fable Bank',
      legalName: '',
      regulator: '',
      phone: expect.stringContaining('555'),
      email: 'hello@fable.example',
      address: expect.any(String),
      demonstration: true,
      currency: { code: 'USD', decimals: 2 },
    },
    locales: ['en', 'de', 'es', 'fr', 'pt-BR', 'ar'],
    paper: 'A4',
    smtpUrl: null,
    fourEyesAboveCents: null,
    instantUpToCents: null,
    dailyLimitCents: null,
    retention: { identityYears: 5, booksYears: 10 },
    tracing: null,
    riskLargeCents: 10_000_00n,
    rateLimit: true,
    staffSecondFactor: 'optional',
    secretRules: false,
    webhookAllow: [],
    pushAllow: [],
    vapidPrivateKey: null,
    trustProxy: [],
    logLevel: 'info',
    metricsToken: null,
    apiDocs: true,
    drainSeconds: 0,
  })
})

test('a demonstration at a terminal logs from warn on by default; other banks don’t', () => {
  const atTerminal = (env: Record<string, string>) => readConfig(env, { atTerminal: true }).logLevel
  expect(atTerminal({})).toBe('warn')
  expect(atTerminal({ LOG_LEVEL: 'info' })).toBe('info')
  expect(atTerminal({ DEMO: 'off' })).toBe('info')
})

test('treats an empty value as unset', () => {
  const names = ['PORT', 'HOST', 'DATABASE_URL', 'DATA_DIR', 'APP_SECRET', 'DEMO', 'BANK_TIME_ZONE', 'SMTP_URL']
  const more = ['REGISTRATION_STATUS', 'INSTITUTION_NAME', 'FOUR_EYES_ABOVE', 'RATE_LIMIT', 'TRUST_PROXY', 'LOG_LEVEL']
  const blank = Object.fromEntries([...names, ...more].flatMap((name) => [[name, ' ']]))
  expect(readConfig(blank)).toEqual(readConfig({}))
})

test('reads every variable', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::',
    DATABASE_URL: 'postgresql://bank:pw@db.internal:5433/bank?sslmode=require',
    DATA_DIR: '/srv/bank',
    APP_SECRET: SECRET,
    NODE_ENV: 'production',
    BANK_TIME_ZONE: 'America/New_York',
    REGISTRATION_STATUS: 'Active',
    INSTITUTION_NAME: 'Real Bank',
    INSTITUTION_LEGAL_NAME: 'Real Bank, N.A.',
    INSTITUTION_REGULATOR: 'Member FDIC',
    INSTITUTION_PHONE: '+1 212 555 0100',
    INSTITUTION_EMAIL: 'desk@real.example',
    INSTITUTION_ADDRESS: '1 Real Street',
    INSTITUTION_PAPER: 'Letter',
    SMTP_URL: 'smtps://user:pw@mail.real.example:465',
    FOUR_EYES_ABOVE: '10000.5',
    RATE_LIMIT: 'off',
    TRUST_PROXY: '10.0.0.0/8, ::1,192.0.2.7',
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOW: 'Hooks.internal, 10.0.0.0/8',
  })
  expect(config).toMatchObject({
    port: 0,
    host: '::',
    dataDir: resolve('/srv/bank'),
    appSecret: SECRET,
    production: true,
    demo: false,
    bankTimeZone: 'America/New_York',
    registrationStatus: 'Active',
    institution: { name: 'Real Bank', legalName: 'Real Bank, N.A.', regulator: 'Member FDIC', demonstration: false },
    paper: 'Letter',
    smtpUrl: 'smtps://user:pw@mail.real.example:465',
    fourEyesAboveCents: 10_000_50n,
    rateLimit: false,
    staffSecondFactor: 'required',
    secretRules: true,
    trustProxy: ['10.0.0.0/8', '::1', '192.0.2.7'],
    webhookAllow: ['hooks.internal', '10.0.0.0/8'],
    logLevel: 'warn',
  })
  expect(config.databaseUrl).toContain('db.internal')
})

test('reports a bad value in one line with its variable and the rule', () => {
  expect(complaint({ PORT: 'abc' })).toBe('PORT must be a whole number between 0 and 65535, got "abc".')
})

describe('rejects a bad value of', () => {
  const refused: Array<[name: string, values: string[]]> = [
    ['PORT', ['-1', '65536', '3000.5', '0x50', '3e3', '３０００', '80 80']],
    ['HOST', ['a b', 'http://localhost', '-x', '1.2.3.4/8', 'x\ny']],
    ['DATABASE_URL', ['mysql://localhost/x', 'localhost:5432', 'postgres:bank', 'postgres://', 'nonsense']],
    ['DATABASE_URL', ['postgres://a,/x', 'postgres://a:b,c/x', 'postgres://a,b/x?host=c', 'postgres:///x?host=/a,/b']],
    [
      'DATABASE_URL',
      ['postgres://a,b/x?target_session_attrs=read-only', 'postgres://a/x?target_session_attrs=standby'],
    ],
    ['MIGRATION_DATABASE_URL', ['nonsense']],
    ['APP_SECRET_PREVIOUS', ['short']],
    ['METRICS_TOKEN', ['short']],
    ['API_DOCS', ['never']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'ftp://collector']],
    ['OTEL_TRACES_SAMPLER_ARG', ['-1', '1.5', 'all']],
    ['RETENTION_IDENTITY_YEARS', ['-1', '1.5', '101', 'five']],
    ['RETENTION_BOOKS_YEARS', ['-1', '1000']],
    ['DRAIN_SECONDS', ['-1', '61', '2.5', '2s']],
    ['NODE_ENV', ['prod', 'Production', 'staging', 'production;']],
    ['ACCEPT_NEWER_SCHEMA', ['maybe']],
    ['APP_SECRET', ['short', 'x'.repeat(31)]],
    ['DEMO', ['yes', '2', 'onn']],
    ['BANK_TIME_ZONE', ['Mars/Olympus', '+02:00', 'UTC+1', '0']],
    ['REGISTRATION_STATUS', ['active', 'Closed']],
    ['INSTITUTION_NAME', ['Two\nLines']],
    ['INSTITUTION_EMAIL', ['nobody', 'a@b, c@d', 'a b@c']],
    ['INSTITUTION_PAPER', ['a4', 'Legal', 'Letter, A4']],
    ['SMTP_URL', ['http://mail', 'mail.example:25', 'smtp://']],
    ['RISK_LARGE', ['-1', '1.234', '1,000', 'off', '99999999999']],
    ['INSTANT_UP_TO', ['-1', '1.234', '1,000', 'on', '99999999999']],
    ['DAILY_LIMIT', ['-1', '1.234', '1,000', 'on', '99999999999']],
    ['FOUR_EYES_ABOVE', ['-1', '1.234', '1,000', '1e3', '$5', '.5', '99999999999', 'on', 'none']],
    ['AUTO_BOOK_MATCHED', ['never', '10']],
    ['RATE_LIMIT', ['never', '10']],
    ['WEBHOOK_ALLOW', ['https://example.com', 'host:80', '10.0.0.0/33', 'a,', '*.example.com', '1.2.3']],
    ['TRUST_PROXY', ['localhost', '10.0.0.0/33', '::1/129', '10.0.0.1,', '1.2.3.4/8/9', 'fe80::1%eth0', '10.0.0.0/x']],
    ['LOG_LEVEL', ['verbose', 'INFO']],
  ]
  test.each(refused)('%s', (name, values) => {
    for (const value of values) {
      const line = complaint({ [name]: value })
      expect(line, value).toMatch(new RegExp(`^${name} must .+\\.$`))
      expect(line, value).not.toContain('\n')
    }
  })

  test('does not repeat a secret from a rejected value', () => {
    expect(complaint({ DATABASE_URL: 'mysql://bank:hunter2@db/x' })).not.toContain('hunter2')
    expect(complaint({ SMTP_URL: 'http://bank:hunter2@mail' })).not.toContain('hunter2')
    expect(complaint({ APP_SECRET: 'hunter2' })).not.toContain('hunter2')
  })
})

describe('demonstration', () => {
  const DATABASE_URL = 'postgres://db/bank'

  test('is the default only without DATABASE_URL and outside production', () => {
    expect(readConfig({}).demo).toBe(true)
    expect(readConfig({ NODE_ENV: 'test' }).demo).toBe(true)
    expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, APP_SECRET: SECRET }).demo).toBe(false)
  })

  test('accepts every spelling of on and off', () => {
    for (const DEMO of ['on', 'true', '1', 'ON']) expect(readConfig({ DEMO, DATABASE_URL }).demo).toBe(true)
    for (const DEMO of ['off', 'false', '0', 'Off']) expect(readConfig({ DEMO }).demo).toBe(false)
  })

  test('never runs in production', () => {
    expect(complaint({ DEMO: 'on', NODE_ENV: 'production' })).toMatch(/^DEMO must be off/)
  })

  test('requires APP_SECRET with DATABASE_URL when DEMO is off', () => {
    expect(complaint({ DATABASE_URL })).toMatch(/^APP_SECRET must be set/)
    expect(complaint({ DATABASE_URL, NODE_ENV: 'production' })).toMatch(/^APP_SECRET must be set/)
    expect(complaint({ APP_SECRET: SECRET, APP_SECRET_PREVIOUS: SECRET })).toBe(
      'APP_SECRET_PREVIOUS must not be equal to APP_SECRET.',
    )
    expect(readConfig({ DATABASE_URL, DEMO: 'on' }).appSecret).toBeNull()
    expect(readConfig({ NODE_ENV: 'production' }).appSecret).toBeNull()
    // An auditor who verifies the books needn't have the root key.
    expect(readConfig({ DATABASE_URL }, { program: 'verify' }).appSecret).toBeNull()
  })
})

test('books are kept at least as long as identities', () => {
  const years = (identity: string, books: string) => ({
    RETENTION_IDENTITY_YEARS: identity,
    RETENTION_BOOKS_YEARS: books,
  })
  expect(complaint(years('5', '4'))).toMatch(/^RETENTION_BOOKS_YEARS must not be less than RETENTION_IDENTITY_YEARS: /)
  expect(complaint({ RETENTION_IDENTITY_YEARS: '11' })).toMatch(/^RETENTION_BOOKS_YEARS must not be less/)
  expect(readConfig(years('7', '7')).retention).toEqual({ identityYears: 7, booksYears: 7 })
})

test('converts amounts to cents exactly', () => {
  const cents = (FOUR_EYES_ABOVE: string) => readConfig({ FOUR_EYES_ABOVE }).fourEyesAboveCents
  expect(cents('0')).toBe(0n)
  expect(cents('0.07')).toBe(7n)
  expect(cents('1.1')).toBe(110n)
  expect(cents('9999999999.99')).toBe(999_999_999_999n)
})

describe('the currency', () => {
  test('is the dollar unless it is set, and its decimals are those of ISO 4217', () => {
    const currency = (BANK_CURRENCY: string) => readConfig({ BANK_CURRENCY }).currency
    expect(currency('')).toEqual({ code: 'USD', decimals: 2 })
    expect(currency(' EUR ')).toEqual({ code: 'EUR', decimals: 2 })
    expect([currency('JPY'), currency('KWD'), currency('IQD')].map(({ decimals }) => decimals)).toEqual([0, 3, 3])
    expect(readConfig({ BANK_CURRENCY: 'JPY' }).institution.currency).toEqual({ code: 'JPY', decimals: 0 })
  })

  test.each(['eur', 'EURO', 'XXX', 'XAU', 'DEM', '$', 'USD;', '840', 'CLF', '__proto__'])('%j is refused', (value) => {
    expect(complaint({ BANK_CURRENCY: value })).toBe(
      `BANK_CURRENCY must be an ISO 4217 code such as USD, EUR or JPY, got ${JSON.stringify(value)}.`,
    )
  })

  test('sets the decimals of thresholds and the usual large amount', () => {
    const limits = (env: Record<string, string>) => {
      const { riskLargeCents, instantUpToCents } = readConfig(env)
      return [riskLargeCents, instantUpToCents]
    }
    expect(limits({ BANK_CURRENCY: 'JPY', INSTANT_UP_TO: '5000' })).toEqual([1_000_000n, 5_000n])
    expect(limits({ BANK_CURRENCY: 'KWD', INSTANT_UP_TO: '1.125' })).toEqual([10_000_000n, 1_125n])
    expect(limits({ INSTANT_UP_TO: '1.5' })).toEqual([1_000_000n, 150n])
    expect(complaint({ BANK_CURRENCY: 'JPY', DAILY_LIMIT: '10.50' })).toBe(
      'DAILY_LIMIT must be off or an amount in JPY without decimals, got "10.50".',
    )
    expect(complaint({ BANK_CURRENCY: 'KWD', RISK_LARGE: '1.1255' })).toBe(
      'RISK_LARGE must be an amount in KWD with at most three decimals, got "1.1255".',
    )
    expect(complaint({ BANK_CURRENCY: 'KWD', RISK_LARGE: '1000000000' })).toMatch(/^RISK_LARGE must be/)
  })

  test('every code is known to Intl or younger than it', () => {
    const known = new Set(Intl.supportedValuesOf('currency'))
    const unknown = currencyCodes().filter((code) => !known.has(code))
    // Units of account of ISO 4217 that Intl leaves out, and new currencies.
    expect(unknown.filter((code) => !'UYI BOV CHE CHW COU MXV USN VED XCG ZWG'.includes(code))).toEqual([])
    expect(currencyCodes()).toHaveLength(new Set(currencyCodes()).size)
  })
})

test('four eyes is off in a demonstration and for every amount elsewhere, unless it is set', () => {
  const cents = (env: Record<string, string>) => readConfig(env).fourEyesAboveCents
  expect(cents({})).toBeNull()
  expect(cents({ DEMO: 'off' })).toBe(0n)
  expect(cents({ NODE_ENV: 'production' })).toBe(0n)
  expect(cents({ DEMO: 'off', FOUR_EYES_ABOVE: 'off' })).toBeNull()
  expect(cents({ FOUR_EYES_ABOVE: '250' })).toBe(250_00n)
})

test('accepts a socket directory as the host', () => {
  const DATABASE_URL = 'postgres:///bank?host=/var/run/postgresql'
  expect(readConfig({ DATABASE_URL, DEMO: 'on' }).databaseUrl).toBe(DATABASE_URL)
})

test('languages are a list of known ones, the default first', () => {
  expect(readConfig({ LOCALES: 'de, en,pt-BR,de' }).locales).toEqual(['de', 'en', 'pt-BR'])
  const known = 'LOCALES must be a comma-separated list of en, de, es, fr, pt-BR, ar'
  for (const value of ['xx', 'de,xx', 'DE', 'pt', 'de;fr', ',', '__proto__'])
    expect(complaint({ LOCALES: value })).toBe(`${known}, got ${JSON.stringify(value)}.`)
})

test('a VAPID key is a private key of its curve', () => {
  const key = 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'
  expect(readConfig({ VAPID_PRIVATE_KEY: key }).vapidPrivateKey).toBe(key)
  for (const wrong of ['short', `${key}=`, '_'.repeat(43), 'A'.repeat(43)])
    expect(complaint({ VAPID_PRIVATE_KEY: wrong })).toBe(
      'VAPID_PRIVATE_KEY must be a private key of the curve P-256: 43 characters in base64url.',
    )
})
