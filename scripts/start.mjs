import { become, main, setUp } from './setup.mjs'

await main(async () => {
  await setUp()
  await become('server/src/main.ts')
})
