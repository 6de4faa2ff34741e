/**
 * Loaded into every server of a campaign before its first module (`node --import`). Makes the labelled points at which a
 * server can be killed or stopped, moves its clock, and plants the bugs that prove the checkers. The production code knows
 * nothing of it: its text is changed on the way in, and a change that no longer fits ends the server with a complaint.
 */
import { flushCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { applyEdits } from './apply-edits.ts'
import { BUGS, type Edit, POINTS } from './edits.ts'

export type Order = { arm: string; act: 'kill' | 'pause' } | { clockMs: number }

const bug = process.env.FAULTS_BUG
if (bug && !BUGS[bug]) throw new Error(`There is no planted bug '${bug}'`)
const edits: readonly Edit[] = [...POINTS, ...(bug ? (BUGS[bug]?.edits ?? []) : [])]
const root = fileURLToPath(new URL('../../', import.meta.url))

const files = new Set(edits.map(({ file }) => file))
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.startsWith('file:')) return loaded
    const path = fileURLToPath(url).slice(root.length)
    return files.has(path) ? { ...loaded, source: applyEdits(path, String(loaded.source), edits) } : loaded
  },
})

let armed: { point: string; act: 'kill' | 'pause' } | null = null
let clockMs = 0

/** Called by the changed text. The signal arrives before the next line runs. */
function point(name: string): void {
  if (armed?.point !== name) return
  const { act } = armed
  armed = null
  process.kill(process.pid, act === 'kill' ? 'SIGKILL' : 'SIGSTOP')
}
Object.assign(globalThis, { faultPoint: point })

// The whole process's clock, as an administrator's slip would move it, and not only what the bank reads of it.
const RealDate = Date
const now = () => RealDate.now() + clockMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

process.on('message', (order: Order) => {
  if ('arm' in order) armed = { point: order.arm, act: order.act }
  else clockMs = order.clockMs
})
// Whoever runs the campaign is gone: nobody would stop this server any more.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
// At its end would be too late for a server that is killed.
setTimeout(flushCompileCache, 3_000).unref()
