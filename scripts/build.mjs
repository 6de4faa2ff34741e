/** `npm run build`: builds the web application, also if its sources did not change. */
import { build, ensureInstalled, main } from './setup.mjs'

await main(async () => {
  await ensureInstalled('pages')
  await build()
})
