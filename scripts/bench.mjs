/** `npm run bench` and `npm run bench:<name>`: what they need first, then the benchmark itself. */
import { ensureBuilt, ensureInstalled, main, runProgram } from './setup.mjs'

const [name = 'all'] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const NEED_PAGES = ['all', 'start', 'web']

await main(async () => {
  await ensureInstalled({ dev: true })
  if (NEED_PAGES.includes(name)) await ensureBuilt()
  await runProgram(`bench/${name}.ts`)
})
