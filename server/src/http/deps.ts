import type { Config } from '../config/config.ts'
import type { Keys } from '../crypto/keys.ts'
import type { Sql } from '../db/connection.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** Dependencies of the application. A feature picks the ones it needs. */
export type Deps = {
  sql: Sql
  ledger: Ledger
  keys: Keys
  config: Config
  /** The server's clock; tests move it. */
  now: () => Date
  /** The built web application; absent when only the API is served. */
  webDirectory?: string
}
