/**
 * `npm run restore [-- --at 2026-11-16T14:00:00Z] [--backup NAME]`: restores a backup of BACKUP_DIR into DATA_DIR, which must
 * hold no bank, with the archived log up to its end or to the given time. Then it verifies the books.
 */
import { parseArgs } from 'node:util'
import { restore, type Target } from '../bootstrap/back-up.ts'
import { readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { runProgram } from '../platform/runtime/run-program.ts'
import { StartError } from '../platform/runtime/start-error.ts'

function readTarget(args: string[]): Target {
  const { values } = parseArgs({ args, options: { at: { type: 'string' }, backup: { type: 'string' } } })
  const at = values.at === undefined ? null : new Date(values.at)
  if (at && Number.isNaN(at.getTime())) throw new StartError('--at must be a time such as 2026-11-16T14:00:00Z.')
  return { at, name: values.backup ?? null }
}

if (import.meta.main)
  await runProgram(async () => {
    const target = readTarget(process.argv.slice(2))
    const sound = await restore(readConfig(loadEnvironment(process.env).env, { program: 'restore' }), target, (line) =>
      console.log(line),
    )
    if (sound)
      console.log('Restored. Start the bank with the APP_SECRET of the backup, or its file app-secret in DATA_DIR.')
    return sound
  })
