import { ALL_VARIABLES, type Environment } from './variables.ts'

/** What a production bank should say about itself; the defaults are those of a demonstration. One line per kind of problem. */
export function productionWarnings(env: Environment): string[] {
  if (env.NODE_ENV?.trim() !== 'production') return []
  const missing = ALL_VARIABLES.filter(([name, variable]) => variable.expectedInProduction && !env[name]?.trim())
  const names = missing.map(([name]) => name)
  const institution = names.filter((name) => name !== 'PUBLIC_URL')
  return [
    ...(names.includes('PUBLIC_URL')
      ? ['PUBLIC_URL is not set: links in emails and passkeys use the address the server listens on.']
      : []),
    ...(institution.length > 0
      ? [`${institution.join(', ')} not set: pages and emails show those of a demonstration bank.`]
      : []),
  ]
}
