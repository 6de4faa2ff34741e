/**
 * A server with nothing but its database: starts the embedded PostgreSQL of the folder given as argument, prints its
 * connection as one line, and runs until it reads `stop` (shuts PostgreSQL down) or `exit` (does not), or is killed.
 */
import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'

const dataDir = process.argv[2] ?? ''
// A terminal sends Ctrl-C to its whole process group. A server drains first, so it does not exit at once.
process.on('SIGINT', () => console.log(JSON.stringify({ interrupted: true })))
try {
  const database = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} } })
  console.log(JSON.stringify({ postgresPid: database.pid, connection: database.connection }))
  for await (const line of createInterface(process.stdin)) {
    if (line === 'stop') await database.stop()
    process.exit(0)
  }
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }))
  process.exit(1)
}
