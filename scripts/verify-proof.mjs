import { ensureRuntime } from './runtime.mjs'
import { main, runProgram } from './setup.mjs'

await main(async () => {
  // Without packages: the program needs nothing but Node, so that it runs on another machine without a network.
  await ensureRuntime()
  await runProgram('server/src/programs/verify-proof.ts')
})
