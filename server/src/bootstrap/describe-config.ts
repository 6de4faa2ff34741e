import { toDecimalText } from '#contract/money.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { type LoadedEnvironment, SECRET_VARIABLES } from '../platform/config/environment.ts'
import type { Environment } from '../platform/config/read-variable.ts'
import { fingerprintOf } from '../platform/crypto/keys.ts'

export type ConfigLine = { name: string; value: string; source: string }

/** Not configuration of the bank, although its programs read it. */
const NOT_SHOWN = ['ENV_FILE']
const UNSET = '(none)'

/**
 * What is in force and where it came from, without a secret. The variables are those that `readConfig` asks for, so that a
 * new one needs no entry here; a default that is not text is shown by DEFAULTS.
 */
export function describeConfig({ env, sources }: LoadedEnvironment): ConfigLine[] {
  const { config, names } = readAndRecord(env)
  return names.map((name) => {
    const source = sources.get(name)
    const value = source === undefined ? (DEFAULTS[name]?.(config) ?? UNSET) : (env[name]?.trim() ?? '')
    return { name, value: isSecret(name) ? withoutSecret(name, value) : value, source: source ?? 'default' }
  })
}

/** Names in `.env` that no program reads are probably misspelt. */
export function unusedNames({ env, sources, envFile }: LoadedEnvironment): string[] {
  const { names } = readAndRecord(env)
  const files = SECRET_VARIABLES.map((name) => `${name}_FILE`)
  const known = new Set<string>([...names, ...files, ...NOT_SHOWN])
  return [...sources].filter(([name, source]) => source === envFile && !known.has(name)).map(([name]) => name)
}

function readAndRecord(env: Environment): { config: Config; names: string[] } {
  const names = new Set<string>()
  const recording = new Proxy(env, {
    get: (target, name) => {
      names.add(String(name))
      return target[String(name)]
    },
  })
  return { config: readConfig(recording), names: [...names].sort() }
}

const isSecret = (name: string) => (SECRET_VARIABLES as readonly string[]).includes(name)

/** A URL without its password and its parameters, which may hold one; a secret as its fingerprint. */
function withoutSecret(name: string, value: string): string {
  if (value === UNSET || value.startsWith('(')) return value
  if (!name.endsWith('_URL')) return `set, fingerprint ${fingerprintOf(value).slice(0, 16)}`
  const [, scheme, user, place] = /^(\w+:\/\/)(?:([^:@/?]*)(?::[^@]*)?@)?([^?]*)/.exec(value) ?? []
  return `${scheme}${user ? `${user}@` : ''}${place}`
}

const amount = (cents: bigint | null, { currency }: Config) => (cents === null ? 'off' : toDecimalText(cents, currency))
const toggle = (value: boolean) => (value ? 'on' : 'off')

/** The value in force where the variable is not set. */
const DEFAULTS: Record<string, (config: Config) => string> = {
  PORT: ({ port }) => String(port),
  HOST: ({ host }) => host,
  DRAIN_SECONDS: ({ drainSeconds }) => String(drainSeconds),
  DATABASE_URL: ({ databaseUrl }) => (databaseUrl === null ? '(embedded PostgreSQL)' : '(MIGRATION_DATABASE_URL)'),
  MIGRATION_DATABASE_URL: () => '(DATABASE_URL)',
  ACCEPT_NEWER_SCHEMA: ({ acceptNewerSchema }) => toggle(acceptNewerSchema),
  DATA_DIR: ({ dataDir }) => dataDir,
  APP_SECRET: () => '(generated in DATA_DIR)',
  DEMO: ({ demo }) => toggle(demo),
  BANK_CURRENCY: ({ currency }) => currency.code,
  BANK_TIME_ZONE: ({ bankTimeZone }) => bankTimeZone,
  REGISTRATION_STATUS: ({ registrationStatus }) => registrationStatus,
  PUBLIC_URL: () => '(the address the server listens on)',
  INSTITUTION_NAME: ({ institution }) => institution.name,
  INSTITUTION_EMAIL: ({ institution }) => institution.email,
  INSTITUTION_PHONE: ({ institution }) => institution.phone,
  INSTITUTION_ADDRESS: ({ institution }) => institution.address,
  INSTITUTION_PAPER: ({ paper }) => paper,
  FOUR_EYES_ABOVE: (config) => amount(config.fourEyesAboveCents, config),
  RISK_LARGE: (config) => amount(config.riskLargeCents, config),
  INSTANT_UP_TO: (config) => amount(config.instantUpToCents, config),
  OTEL_EXPORTER_OTLP_ENDPOINT: () => '(none: no traces)',
  OTEL_SERVICE_NAME: () => 'openteller',
  OTEL_TRACES_SAMPLER_ARG: () => '1',
  RETENTION_IDENTITY_YEARS: ({ retention }) => String(retention.identityYears),
  RETENTION_BOOKS_YEARS: ({ retention }) => String(retention.booksYears),
  DAILY_LIMIT: (config) => amount(config.dailyLimitCents, config),
  RATE_LIMIT: ({ rateLimit }) => toggle(rateLimit),
  STAFF_SECOND_FACTOR: ({ staffSecondFactor }) => staffSecondFactor,
  SECRET_RULES: ({ secretRules }) => toggle(secretRules),
  API_DOCS: ({ apiDocs }) => toggle(apiDocs),
  WEBHOOK_ALLOW: () => '(none: public https addresses only)',
  PUSH_ALLOW: () => '(none: public https addresses only)',
  VAPID_PRIVATE_KEY: () => '(generated in the database)',
  METRICS_TOKEN: () => '(none: /api/metrics is public)',
  LOG_LEVEL: ({ logLevel }) => logLevel,
}
