import { ensureInstalled, main, runProgram } from './setup.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  await runProgram('server/src/programs/verify.ts')
})
