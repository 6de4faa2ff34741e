import type { Ledger } from '../ledger/ledger.ts'
import type { Config } from '../platform/config/config.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Sql } from '../platform/db/connection.ts'
import type { DatabaseMonitor } from '../platform/db/database-monitor.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import type { Tracing } from './observation/tracing.ts'
import type { AccessLog } from './requests/access-log.ts'

/** Dependencies of the application. A feature picks the ones it needs. */
export type Deps = {
  sql: Sql
  ledger: Ledger
  /** Every read of a person's data by staff is recorded here before the response. */
  accessLog: AccessLog
  keys: Keys
  config: Config
  /** Shows whether the database accepts writes. */
  monitor: DatabaseMonitor
  /** `requests` is `sql`. Without pools, `sql` serves everything. */
  pools?: Readonly<Record<'requests' | 'lookups' | 'ledger', Sql>>
  /** What every table says about people: for export and erasure. */
  personalData: PersonalData
  /** The database's time, as the server knows it (`DatabaseClock`); tests move it. */
  now: () => Date
  /** Absent: nothing is traced. */
  tracing?: Pick<Tracing, 'watch'>
  /** The built web application; absent when only the API is served. */
  webDirectory?: string
}

/** What the application is built from; it makes the rest itself. */
export type GivenDeps = Omit<Deps, 'accessLog' | 'monitor' | 'personalData'> & Partial<Pick<Deps, 'monitor'>>
