import { type Locale, offeredLocale } from '#contract/locales.ts'
import type { Config } from '../platform/config/config.ts'
import type { Reader } from '../platform/db/connection.ts'

type LocaleDeps = { sql: Reader; config: Pick<Config, 'locales'> }

/** The language of a person: the one they chose while the bank offers it, else the default. */
export async function readLocale({ sql, config }: LocaleDeps, personId: string): Promise<Locale> {
  const [person] = await sql<{ locale: string | null }[]>`select locale from people where id = ${personId}`
  return offeredLocale(person?.locale, config.locales)
}
