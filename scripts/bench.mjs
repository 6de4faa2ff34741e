/** `npm run bench` and `npm run bench:<name>`: what they need first, then the benchmark itself. */
import { ensureBuilt, ensureInstalled, main, runProgram } from './setup.mjs'

const [name = 'all'] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
/** Without HTTP. All others start the server, which refuses pages of an older version. */
const NEED_NO_PAGES = ['reads', 'verify']

await main(async () => {
  await ensureInstalled('tests')
  if (!NEED_NO_PAGES.includes(name)) await ensureBuilt()
  await runProgram(`bench/${name}.ts`)
})
