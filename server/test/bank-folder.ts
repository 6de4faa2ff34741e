import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

/** Copies a stopped cluster. Its files keep their owner: as root, PostgreSQL runs as another user. */
export async function copyCluster(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else await promisify(execFile)('cp', ['-a', from, to])
}

/** A DATA_DIR with an empty, migrated bank in it. Creating the same from nothing takes seconds. */
export async function makeBankFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  await chmod(folder, 0o711)
  await copyCluster(inject('preparedCluster'), join(folder, 'postgres'))
  return folder
}
