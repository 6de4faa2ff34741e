import { readBasis, readConfig } from '../platform/config/config.ts'
import { fileVariable, type LoadedEnvironment } from '../platform/config/environment.ts'
import type { Basis, Variable } from '../platform/config/variable.ts'
import { ALL_VARIABLES, type Environment, textInForce } from '../platform/config/variables.ts'
import { fingerprintOf } from '../platform/crypto/keys.ts'

export type ConfigLine = { name: string; value: string; source: string }

/** What is in force and where it came from, without a secret. */
export function describeConfig({ env, sources }: LoadedEnvironment): ConfigLine[] {
  readConfig(env)
  const basis = readBasis(env, false)
  return ALL_VARIABLES.map(([name, variable]) => ({
    name,
    value: shown(env, name, variable, basis),
    source: sources.get(name) ?? 'default',
  })).sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Names in `.env` that no program reads are probably misspelt. */
export function unusedNames({ sources, envFile }: LoadedEnvironment): string[] {
  const known = new Set(ALL_VARIABLES.flatMap(([name, { secret }]) => (secret ? [name, fileVariable(name)] : [name])))
  return [...sources].filter(([name, source]) => source === envFile && !known.has(name)).map(([name]) => name)
}

function shown(env: Environment, name: string, variable: Variable, basis: Basis): string {
  const value = textInForce(env, name, variable, basis)
  const { noneText = '(none)', secret } = variable
  if (value === null) return typeof noneText === 'function' ? noneText(basis) : noneText
  if (!secret) return value
  return secret === 'url' ? withoutPassword(value) : `set, fingerprint ${fingerprintOf(value).slice(0, 16)}`
}

/** Leaves out the parameters too, which may hold a password. */
function withoutPassword(url: string): string {
  const [, scheme, user, place] = /^(\w+:\/\/)(?:([^:@/?]*)(?::[^@]*)?@)?([^?]*)/.exec(url) ?? []
  return `${scheme}${user ? `${user}@` : ''}${place}`
}
