import type { Config } from '../config/config.ts'
import type { Keys } from '../crypto/keys.ts'
import type { Sql } from '../db/connection.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** What the application is built from. A feature names the parts it takes. */
export type Deps = {
  sql: Sql
  ledger: Ledger
  keys: Keys
  config: Config
  /** The server's clock; tests move it. */
  now: () => Date
  /** The built web application; none where only the API is wanted. */
  webDirectory?: string
}
