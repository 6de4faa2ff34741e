import { DEFAULT_CURRENCY } from '#contract/money.ts'
import type { Institution } from '#contract/settings/institution.ts'
import { type Basis, ConfigError, type Program } from './variable.ts'
import { type Environment, readValue, readValues, VARIABLES, type Values } from './variables.ts'

export type Config = Readonly<ReturnType<typeof readConfig>>
export type LogLevel = Config['logLevel']
export type TracingConfig = NonNullable<Config['tracing']>

type Options = { atTerminal?: boolean; program?: Program }

/** Pure: reads and validates the environment, so that nothing else reads variables. */
export function readConfig(env: Environment, { atTerminal = false, program = 'start' }: Options = {}) {
  const basis = readBasis(env, atTerminal)
  const values = readValues(env, basis)
  checkTogether(values, basis, program)
  return {
    port: values.PORT,
    host: values.HOST,
    /** Null: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: values.DATABASE_URL ?? values.MIGRATION_DATABASE_URL,
    /** Commands that need the owner of the tables use it; null: `databaseUrl`. */
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    /** Whether code that is older than the database's schema may start, for a rollback. */
    acceptNewerSchema: values.ACCEPT_NEWER_SCHEMA,
    dataDir: values.DATA_DIR,
    /** Where the embedded PostgreSQL archives its log and `npm run backup` writes; null: no archive. */
    backupDir: values.BACKUP_DIR,
    /** Null: generated once in `dataDir`, see app-secret.ts. */
    appSecret: values.APP_SECRET,
    /** The secret before the last change of APP_SECRET, while both are accepted. */
    appSecretPrevious: values.APP_SECRET_PREVIOUS,
    production: basis.production,
    demo: values.DEMO,
    bankTimeZone: values.BANK_TIME_ZONE,
    /** The currency of all accounts and amounts; the first start fixes it. */
    currency: values.BANK_CURRENCY,
    registrationStatus: values.REGISTRATION_STATUS,
    /** The origin that customers use. Null: the address the server listens on. */
    publicUrl: values.PUBLIC_URL,
    institution: institutionOf(values),
    /** The languages that are offered, the default first. */
    locales: values.LOCALES,
    /** The size of the pages of statements, receipts and confirmations. */
    paper: values.INSTITUTION_PAPER,
    smtpUrl: values.SMTP_URL,
    /** What one member of staff may move on an account within a day; null: four eyes is off. */
    fourEyesAboveCents: values.FOUR_EYES_ABOVE,
    /** A transaction above this is flagged as large. */
    riskLargeCents: values.RISK_LARGE,
    /** A transfer inside the bank up to this is completed at once; null: staff decide about every one. */
    instantUpToCents: values.INSTANT_UP_TO,
    /** What a person may send within a day; null: no limit. */
    dailyLimitCents: values.DAILY_LIMIT,
    /** A matched credit of an imported statement is booked without a click. */
    autoBookMatched: values.AUTO_BOOK_MATCHED,
    rateLimit: values.RATE_LIMIT,
    /** Whether members of staff can work without a second factor. */
    staffSecondFactor: values.STAFF_SECOND_FACTOR,
    /** Whether weak new passwords and PINs are refused. */
    secretRules: values.SECRET_RULES,
    /** Proxies whose X-Forwarded headers are trusted. */
    trustProxy: values.TRUST_PROXY ?? [],
    /** How long records of closed accounts outlive the erasure of a person. */
    retention: { identityYears: values.RETENTION_IDENTITY_YEARS, booksYears: values.RETENTION_BOOKS_YEARS },
    /** Null: nothing is traced, and nothing of it is loaded. */
    tracing: tracingOf(values),
    /** What `/api/metrics` asks for; null: open to everyone. */
    metricsToken: values.METRICS_TOKEN,
    /** Host names, IP addresses and networks that webhooks may be sent to although they are not public or not https. */
    webhookAllow: values.WEBHOOK_ALLOW ?? [],
    /** Host names, IP addresses and networks of push services that are not public or not https, and are allowed. */
    pushAllow: values.PUSH_ALLOW ?? [],
    /** The key by which push services recognise the bank, in base64url. Null: made once, and stored. */
    vapidPrivateKey: values.VAPID_PRIVATE_KEY,
    /** Whether `/api/docs` and the OpenAPI document are served. */
    apiDocs: values.API_DOCS,
    /** How long a server that stops still serves, while the load balancer notices. */
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
  }
}

export function readBasis(env: Environment, atTerminal: boolean): Basis {
  // The variables read here depend on nothing that is not known yet.
  const unknown = { production: false, hasDatabase: false, demo: false, currency: DEFAULT_CURRENCY, atTerminal }
  const migrationUrl = readValue(env, 'MIGRATION_DATABASE_URL', unknown)
  const known = {
    ...unknown,
    production: readValue(env, 'NODE_ENV', unknown) === 'production',
    hasDatabase: (readValue(env, 'DATABASE_URL', unknown) ?? migrationUrl) !== null,
    currency: readValue(env, 'BANK_CURRENCY', unknown),
  }
  return { ...known, demo: readValue(env, 'DEMO', known) }
}

/** What no variable can check by itself. */
function checkTogether(values: Values, { production, hasDatabase }: Basis, program: Program): void {
  const usersOfSecret: readonly Program[] = VARIABLES.APP_SECRET.usedBy
  if (values.DEMO && production)
    throw new ConfigError('DEMO must be off when NODE_ENV is production: the demonstration passwords are public.')
  // `npm run doctor` says itself that it is missing, and checks the rest.
  const needsSecret = usersOfSecret.includes(program) && program !== 'doctor'
  if (values.APP_SECRET === null && hasDatabase && !values.DEMO && needsSecret)
    throw new ConfigError('APP_SECRET must be set when DATABASE_URL is set and DEMO is not on: 32 characters or more.')
  if (values.APP_SECRET_PREVIOUS !== null && values.APP_SECRET_PREVIOUS === values.APP_SECRET)
    throw new ConfigError('APP_SECRET_PREVIOUS must not be equal to APP_SECRET.')
  if (values.RETENTION_BOOKS_YEARS < values.RETENTION_IDENTITY_YEARS)
    throw new ConfigError(
      'RETENTION_BOOKS_YEARS must not be less than RETENTION_IDENTITY_YEARS: the bookings of a known person are kept.',
    )
}

const institutionOf = (values: Values): Readonly<Institution> => ({
  name: values.INSTITUTION_NAME,
  legalName: values.INSTITUTION_LEGAL_NAME ?? '',
  regulator: values.INSTITUTION_REGULATOR ?? '',
  phone: values.INSTITUTION_PHONE,
  email: values.INSTITUTION_EMAIL,
  address: values.INSTITUTION_ADDRESS,
  // Without a legal name and a regulator the bank is a demonstration, and its pages say so.
  demonstration: values.INSTITUTION_LEGAL_NAME === null || values.INSTITUTION_REGULATOR === null,
  currency: values.BANK_CURRENCY,
})

const tracingOf = (values: Values) =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === null
    ? null
    : {
        /** Base URL of a collector that takes OTLP over HTTP. */
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        serviceName: values.OTEL_SERVICE_NAME,
        /** The share of requests that are traced, from 0 to 1. */
        ratio: values.OTEL_TRACES_SAMPLER_ARG,
      }
