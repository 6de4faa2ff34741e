/**
 * A server reduced to its database: starts the embedded PostgreSQL of the folder given as argument, says so in one line,
 * and lives until it is told `stop` (orderly) or `exit` (without a word to PostgreSQL), or is killed.
 */
import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'

const dataDir = process.argv[2] ?? ''
// A terminal sends Ctrl-C to all processes of its group; a server drains first, so it does not end at once.
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
