/** `node scripts/run.mjs TOOL ARGS…`: runs an installed tool (vitest, playwright, …) on the Node that runs the bank. */
import { ensureInstalled, main } from './setup.mjs'
import { spawnTool } from './tools.mjs'

const [tool = '', ...args] = process.argv.slice(2)

await main(async () => {
  await ensureInstalled('tests')
  const child = spawnTool(tool, args)
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('close', (code) => process.exit(code ?? 1))
})
