import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { stopOrphan } from '../src/platform/db/embedded/orphan.ts'
import { takeOwnerLock } from '../src/platform/db/embedded/owner-lock.ts'
import { pathsIn } from '../src/platform/db/embedded/paths.ts'
import { type EmbeddedConnection, startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrator.ts'
import { runStatement } from '../src/platform/db/run-statement.ts'
import { copyCluster } from './bank-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run. Its database is the migrated, empty template of the test databases. */
    postgres: EmbeddedConnection
    /** A stopped cluster with an empty, migrated bank, for tests that need a PostgreSQL of their own. */
    preparedCluster: string
  }
}

const PREFIX = 'openteller-tests-'
const ALL_PREFIXES = [PREFIX, 'openteller-journeys-', 'openteller-abuse-']
const LEFT_AFTER_MS = 3_600_000

/** One PostgreSQL with the production settings, but no autovacuum, for the whole run; every test file gets a copy of the template database. */
export default async function startPostgresForTests(project: TestProject) {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX))
  await chmod(dataDir, 0o711)
  const removeOnExit = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', removeOnExit)

  const start = () => startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: console.warn } })
  const fresh = await start()
  // Migrated once, here, so that two workers never create the template at the same time.
  await migrate(fresh.connection)
  await fresh.stop()
  const preparedCluster = join(dataDir, 'prepared')
  await copyCluster(pathsIn(dataDir).cluster, preparedCluster)
  const database = await start()
  // Statistics are those that a test makes. Autovacuum would make others, at a time that depends on the machine.
  await runStatement(database.connection, 'alter system set autovacuum = off')
  await runStatement(database.connection, 'select pg_reload_conf()')
  project.provide('postgres', database.connection)
  project.provide('preparedCluster', preparedCluster)

  return async () => {
    await database.stop()
    process.off('exit', removeOnExit)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A killed run could not clean up: its folder is old, and its lock is free. */
async function removeLeftovers() {
  for (const name of await readdir(tmpdir())) {
    if (!ALL_PREFIXES.some((prefix) => name.startsWith(prefix))) continue
    const dataDir = join(tmpdir(), name)
    const { lock: path, cluster } = pathsIn(dataDir)
    try {
      if (Date.now() - (await stat(dataDir)).mtimeMs < LEFT_AFTER_MS) continue
      const lock = takeOwnerLock(path)
      if (!lock) continue
      await stopOrphan(cluster, () => {})
      lock.release()
      await rm(dataDir, { recursive: true, force: true })
    } catch (error) {
      console.warn(`${dataDir} is left from an earlier run and can't be removed: ${(error as Error).message}`)
    }
  }
}
