import { become, ensureInstalled, main } from './setup.mjs'

await main(async () => {
  await ensureInstalled({ dev: false })
  await become('server/src/verify.ts')
})
