import { totalmem } from 'node:os'
import { LOG_LINE_PREFIX } from './exit-cause.ts'
import { SOCKET_PORT } from './paths.ts'

/** PostgreSQL listens on a Unix socket; on Windows, where Node can't open it, on a loopback port. */
export type ListenAddress = { socketFolder: string } | { loopbackPort: number }

/**
 * On the command line and not in postgresql.conf, so that an old cluster always runs with the settings of the current code.
 * Operators who need other settings run their own PostgreSQL and set DATABASE_URL.
 */
export function postgresArguments(listen: ListenAddress, archive: Record<string, string | number> = {}): string[] {
  const buffers = { shared_buffers: `${sharedBuffersMb(availableMemory())}MB` }
  const settings = { ...listening(listen), ...DURABLE, ...SIZED, ...buffers, ...LOGGED, ...archive }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function listening(listen: ListenAddress): Record<string, string | number> {
  if ('loopbackPort' in listen) return { listen_addresses: '127.0.0.1', port: listen.loopbackPort }
  return {
    listen_addresses: '',
    unix_socket_directories: listen.socketFolder,
    unix_socket_permissions: '0700',
    port: SOCKET_PORT,
  }
}

/** The defaults, stated explicitly: an acknowledged transfer is on the disk. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_level: 'replica' }

/** A container's limit counts, where there is one. */
const availableMemory = () => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/** A sixteenth of the memory, because other programs run there too. */
export const sharedBuffersMb = (memoryBytes: number): number =>
  Math.min(512, Math.max(128, Math.round(memoryBytes / 16 / 1_048_576)))

/** For a desktop or a small shared server: two cores, a few hundred megabytes. */
const SIZED = {
  max_connections: 100,
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_buffers: '16MB',
  min_wal_size: '160MB',
  // After each checkpoint the first change of a page is logged with the whole page: under full load, half as often.
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  random_page_cost: 1.1,
  max_parallel_workers_per_gather: 1,
  // Compilation takes longer than any of the bank's statements.
  jit: 'off',
  timezone: 'UTC',
}

/** Neither statements nor the values of a violated constraint are logged: both contain personal data. */
const LOGGED = {
  logging_collector: 'off',
  log_line_prefix: LOG_LINE_PREFIX,
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}
