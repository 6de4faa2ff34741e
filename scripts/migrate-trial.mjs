/** `npm run migrate:trial`: see faults/migration-trial/run.ts. */
import { ensureInstalled, main, runProgram } from './setup.mjs'

await main(async () => {
  await ensureInstalled('server')
  await runProgram('faults/migration-trial/run.ts')
})
