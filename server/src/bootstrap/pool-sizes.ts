/** Well below the embedded PostgreSQL's limit, so that other tools can always connect. */
export const POOL_SIZE = 10
/** For sessions and API keys, in batches. To plan such a lookup takes ten times as long as to run it. */
export const LOOKUP_POOL_SIZE = 4
/** The ledger has its own pool, so that money does not wait for lists. */
export const LEDGER_POOL_SIZE = 8
/** Shows whether the database answers, whatever the other pools wait for. */
export const MONITOR_POOL_SIZE = 1

/** What one server opens at most. */
export const SERVER_CONNECTIONS = POOL_SIZE + LOOKUP_POOL_SIZE + LEDGER_POOL_SIZE + MONITOR_POOL_SIZE
