import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { reason } from '../runtime/data-dir.ts'
import { ConfigError } from './variable.ts'
import { ALL_VARIABLES, type Environment } from './variables.ts'

/** Where a value came from: `environment`, or the path of a file. */
export type Sources = ReadonlyMap<string, string>

export type LoadedEnvironment = { env: Environment; sources: Sources; envFile: string | null }

/** A secret can also be read from a file: `APP_SECRET_FILE=/run/secrets/app-secret`. */
export const fileVariable = (name: string) => `${name}_FILE`

/**
 * The variables of the process, then those of `.env` in the working directory, then the files of the secrets. What the
 * process has wins over `.env`. ENV_FILE names another file, or `off`.
 */
export function loadEnvironment(processEnv: Environment): LoadedEnvironment {
  const env: Environment = {}
  const sources = new Map<string, string>()
  const add = (values: Environment, source: string) => {
    for (const [name, value] of Object.entries(values)) {
      if (sources.has(name) || !value?.trim()) continue
      env[name] = value
      sources.set(name, source)
    }
  }
  add(processEnv, 'environment')
  const file = readEnvFile(env.ENV_FILE?.trim())
  if (file) add(file.values, file.path)
  for (const [name, { secret }] of ALL_VARIABLES) if (secret) readSecretFile(name, env, sources)
  return { env, sources, envFile: file?.path ?? null }
}

function readEnvFile(given: string | undefined): { values: Environment; path: string } | null {
  if (given?.toLowerCase() === 'off') return null
  const path = resolve(given ?? '.env')
  const text = readText(path)
  if (text !== null) return { values: parseEnv(text), path }
  if (given !== undefined) throw new ConfigError(`ENV_FILE must be the path of a file, or off: ${path} does not exist.`)
  return null
}

function readSecretFile(name: string, env: Environment, sources: Map<string, string>): void {
  const variable = fileVariable(name)
  const path = env[variable]?.trim()
  if (!path) return
  if (sources.has(name)) throw new ConfigError(`${variable} must not be set when ${name} is set.`)
  const text = readText(path, variable)
  if (text === null) throw new ConfigError(`${variable} must be the path of a file: ${path} does not exist.`)
  if (text.trim() === '')
    throw new ConfigError(`${variable} must be the path of a file with the value: ${path} is empty.`)
  env[name] = text.trim()
  sources.set(name, path)
}

/** Null when there is no such file. */
function readText(path: string, variable = 'ENV_FILE'): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ConfigError(`${variable} must be a file that can be read: ${path} (${reason(error)}).`)
  }
}
