import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { EmbeddedConnection } from '../src/platform/db/embedded-postgres.ts'
import { runStatement } from '../src/platform/db/run-statement.ts'

export type TestDatabase = { connection: EmbeddedConnection; drop(): Promise<void> }

/** A migrated, empty database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await administer(cluster, `create database ${database} template ${cluster.database}`)
  return {
    connection: { ...cluster, database },
    drop: () => administer(cluster, `drop database if exists ${database} with (force)`),
  }
}

async function administer(cluster: EmbeddedConnection, statement: string): Promise<void> {
  await runStatement({ ...cluster, database: 'postgres' }, statement)
}
