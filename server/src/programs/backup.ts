/**
 * `npm run backup [-- --keep 7]`: a base backup of the embedded PostgreSQL into BACKUP_DIR, of a running or a stopped bank.
 * `npm run restore` restores it.
 */
import { parseArgs } from 'node:util'
import { backUp } from '../bootstrap/back-up.ts'
import { readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { runProgram } from '../platform/runtime/run-program.ts'
import { StartError } from '../platform/runtime/start-error.ts'

const DEFAULT_KEEP = 7

function readKeep(args: string[]): number {
  const { values } = parseArgs({ args, options: { keep: { type: 'string' } } })
  const keep = Number(values.keep ?? DEFAULT_KEEP)
  if (!Number.isInteger(keep) || keep < 1) throw new StartError('--keep must be a whole number from 1 on.')
  return keep
}

if (import.meta.main)
  await runProgram(async () => {
    const keep = readKeep(process.argv.slice(2))
    await backUp(readConfig(loadEnvironment(process.env).env, { program: 'backup' }), keep, (line) => console.log(line))
  })
