import { ensureInstalled, main, runProgram } from './setup.mjs'

await main(async () => {
  await ensureInstalled('server')
  await runProgram('faults/run.ts')
})
