import type { Basis, ValueType, Variable } from './variable.ts'
import { DATABASE } from './variables/database.ts'
import { DELIVERY } from './variables/delivery.ts'
import { INSTITUTION } from './variables/institution.ts'
import { MONITORING } from './variables/monitoring.ts'
import { RULES } from './variables/rules.ts'
import { SERVER } from './variables/server.ts'

/**
 * Every variable of the configuration. Reading and checks, `npm run config`, the warnings about misspelt names and
 * docs/configuration.md follow from this table.
 */
export const VARIABLES = { ...SERVER, ...DATABASE, ...INSTITUTION, ...RULES, ...DELIVERY, ...MONITORING }

/** The sections of docs/configuration.md. */
export const VARIABLE_GROUPS: readonly { title: string; variables: Readonly<Record<string, Variable>> }[] = [
  { title: 'Server', variables: SERVER },
  { title: 'Database, files and root key', variables: DATABASE },
  { title: 'Institution', variables: INSTITUTION },
  { title: 'Rules', variables: RULES },
  { title: 'Mail, webhooks and push', variables: DELIVERY },
  { title: 'Monitoring', variables: MONITORING },
]

export const ALL_VARIABLES: readonly (readonly [name: string, Variable])[] = Object.entries<Variable>(VARIABLES)

export type VariableName = keyof typeof VARIABLES

type ValueOf<V> = V extends { type: ValueType<infer T>; default: infer D } ? (D extends null ? T | null : T) : never
/** The value of each variable: null where it is not set and has no default. */
export type Values = { [Name in VariableName]: ValueOf<(typeof VARIABLES)[Name]> }

export type Environment = Record<string, string | undefined>

/** The text in force: the one that is set, or the default. Container tools pass unset variables as empty strings. */
export function textInForce(env: Environment, name: string, variable: Variable, basis: Basis): string | null {
  const given = env[name]?.trim()
  if (given) return given
  return typeof variable.default === 'function' ? variable.default(basis) : variable.default
}

export function readValue<Name extends VariableName>(env: Environment, name: Name, basis: Basis): Values[Name] {
  const variable: Variable = VARIABLES[name]
  const value = textInForce(env, name, variable, basis)
  return (value === null ? null : variable.type.parse({ name, value, basis })) as Values[Name]
}

/** Reads all variables, so that each is checked whichever program runs. */
export const readValues = (env: Environment, basis: Basis): Values =>
  Object.fromEntries(
    Object.keys(VARIABLES).map((name) => [name, readValue(env, name as VariableName, basis)]),
  ) as Values
