import { becomeServer, main, setUp } from './setup.mjs'

await main(async () => {
  await setUp()
  await becomeServer()
})
