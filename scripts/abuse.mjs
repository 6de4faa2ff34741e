import { ensureInstalled, main, runProgram } from './setup.mjs'

await main(async () => {
  await ensureInstalled({ dev: true })
  await runProgram('faults/abuse/main.ts')
})
