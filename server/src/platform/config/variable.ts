import type { Currency } from '#contract/money.ts'
import { StartError } from '../runtime/start-error.ts'

/** The message is one line that names the variable: the operator sees nothing else. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** What defaults and checks of other variables depend on. */
export type Basis = {
  /** NODE_ENV is `production`. */
  production: boolean
  /** A PostgreSQL is configured, and the embedded one is not used. */
  hasDatabase: boolean
  demo: boolean
  currency: Currency
  /** At a terminal the demonstration logs less, or the accounts in the greeting would scroll away. */
  atTerminal: boolean
}

/** A value to be parsed: trimmed, and not empty. */
export type RawValue = { name: string; value: string; basis: Basis }

/** How a value is parsed. A bad one is a `ConfigError`. */
export type ValueType<T> = Readonly<{
  parse: (raw: RawValue) => T
  /** All values, where they are few. */
  choices?: readonly string[]
}>

/** The commands of npm that read the configuration. `npm run config` shows all of it. */
export const PROGRAMS = [
  'start',
  'migrate',
  'admin:create',
  'keys:rotate',
  'secret:rotate',
  'verify',
  'backup',
  'restore',
  'doctor',
] as const
export type Program = (typeof PROGRAMS)[number]

/** The programs that need the root key of the bank. */
export const KEY_PROGRAMS = ['start', 'migrate', 'admin:create', 'keys:rotate', 'secret:rotate', 'doctor'] as const

export type Variable = Readonly<{
  /** What docs/configuration.md says, in Markdown. */
  meaning: string
  type: ValueType<unknown>
  /** The default is parsed as if it were set; null: there is none. */
  default: string | null | ((basis: Basis) => string)
  /** What docs/configuration.md says instead of `default`. */
  defaultText?: string
  /** What `npm run config` shows where the variable is not set and has no default. */
  noneText?: string | ((basis: Basis) => string)
  /** A secret can be read from a file, and is never shown: a URL appears without its password, another value as its fingerprint. */
  secret?: 'url' | 'value'
  /** The programs that need it. All of them check it. */
  usedBy: readonly Program[]
  /** The default is probably wrong in production. */
  expectedInProduction?: true
}>

export function throwInvalidVariable(name: string, rule: string, value: string): never {
  throw new ConfigError(`${name} must be ${rule}, got ${JSON.stringify(value)}.`)
}
