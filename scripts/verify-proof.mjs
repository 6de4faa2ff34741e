import { installAll } from './npm.mjs'
import { missingRuntime } from './runtime.mjs'
import { main, runProgram } from './setup.mjs'

await main(async () => {
  // Without packages: the program needs nothing but Node, so that it runs on another machine without a network.
  await installAll(missingRuntime())
  await runProgram('server/src/programs/verify-proof.ts')
})
