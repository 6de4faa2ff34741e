import type { Environment } from './read-variable.ts'

/** What a production bank should say about itself; the defaults are those of a demonstration. */
const EXPECTED = [
  'PUBLIC_URL',
  'INSTITUTION_NAME',
  'INSTITUTION_LEGAL_NAME',
  'INSTITUTION_REGULATOR',
  'INSTITUTION_EMAIL',
  'INSTITUTION_PHONE',
  'INSTITUTION_ADDRESS',
] as const

/** One line per kind of problem; none outside production. */
export function productionWarnings(env: Environment): string[] {
  if (env.NODE_ENV?.trim() !== 'production') return []
  const missing = EXPECTED.filter((name) => !env[name]?.trim())
  const institution = missing.filter((name) => name !== 'PUBLIC_URL')
  return [
    ...(missing.includes('PUBLIC_URL')
      ? ['PUBLIC_URL is not set: links in emails and passkeys use the address the server listens on.']
      : []),
    ...(institution.length > 0
      ? [`${institution.join(', ')} not set: pages and emails show those of a demonstration bank.`]
      : []),
  ]
}
