import { ensureInstalled, main, runProgram } from './setup.mjs'

await main(async () => {
  await ensureInstalled('server')
  await runProgram('server/src/programs/doctor.ts')
})
