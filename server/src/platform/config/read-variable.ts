import { parseDatabaseUrl } from '../runtime/database-url.ts'
import { StartError } from '../runtime/start-error.ts'

export type Environment = Record<string, string | undefined>

const SWITCH = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['0', false],
])

/** The message is one line that names the variable: the operator sees nothing else. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** Container tools pass unset variables as empty strings. */
export function given(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value ? value : null
}

export function throwInvalidVariable(name: string, rule: string, value: string): never {
  throw new ConfigError(`${name} must be ${rule}, got ${JSON.stringify(value)}.`)
}

export function text(env: Environment, name: string, otherwise: string): string {
  const value = given(env, name)
  if (value === null) return otherwise
  if (/\p{Cc}/u.test(value)) throwInvalidVariable(name, 'one line of text', value)
  return value
}

export function oneOf<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  otherwise: Choice,
): Choice {
  const value = given(env, name)
  if (value === null) return otherwise
  return choices.find((choice) => choice === value) ?? throwInvalidVariable(name, `one of ${choices.join(', ')}`, value)
}

export function toggle(env: Environment, name: string, otherwise: boolean): boolean {
  const value = given(env, name)
  if (value === null) return otherwise
  return SWITCH.get(value.toLowerCase()) ?? throwInvalidVariable(name, 'on or off', value)
}

/** The message never repeats the value: it holds a password, and messages end up in logs. */
export function url(env: Environment, name: string, schemes: string[]): string | null {
  const value = given(env, name)
  if (value === null) return null
  const shape = schemes.map((scheme) => `${scheme}://…`).join(' or ')
  const parsed = URL.parse(value)
  if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1)) || !value.includes('://'))
    throw new ConfigError(`${name} must be a URL of the form ${shape}.`)
  if (!parsed.hostname) throw new ConfigError(`${name} must name a host.`)
  return value
}

export function postgresUrl(env: Environment, name: string): string | null {
  const value = given(env, name)
  const parsed = value === null ? null : parseDatabaseUrl(value)
  if (parsed && 'problem' in parsed) throw new ConfigError(`${name} ${parsed.problem}`)
  return value
}
