import { ensureInstalled, main, runProgram } from './setup.mjs'

await main(async () => {
  await ensureInstalled('tests')
  await runProgram('faults/abuse/main.ts')
})
