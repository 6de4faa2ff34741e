import { registerHooks } from 'node:module'
import type Driver from 'postgres'

/**
 * postgres 3.4.9 goes on using a connection after it broke: a statement of the dead transaction ends the process, or runs
 * inside the next transaction on the new connection and commits it, or leaves the connection hanging for good (upstream
 * issues 1133, 1208, 1216). Until that is mended there, it is mended here, as the module is loaded. Each repair must fit,
 * or the server does not start; connection.test.ts shows what goes wrong without them. See docs/decisions/010.
 */
const REPAIRS: Record<string, [what: string, instead: string][]> = {
  'connection.js': [
    [
      `    socket = null

    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(`,
      // Nothing half written or half read is taken along, whoever still holds the connection is refused from now on, and
      // statements that came between a reset and the close are told as well.
      `    socket = null
    chunk = nextWriteTimer = null

    if (initial) {
      query = errorResponse = null
      return reconnect()
    }

    terminated = true
    if (query || sent.length) error(`,
    ],
    // Statements that are sent together go out together, and not each by itself once there is a kilobyte of them.
    ['chunk.length >= 1024', 'chunk.length >= 65536'],
    // Nobody waits for this answer, so its failure would end the process; the close that follows says the same.
    ['return fetchArrayTypes()', 'return fetchArrayTypes().catch(() => {})'],
  ],
  'index.js': [
    // A broken connection is never used again: another one takes its place.
    [
      '    move(c, closed)\n    c.reserved = null',
      `    move(c, ended)
    connections.splice(connections.indexOf(c), 1, Connection(options, queues, { onopen, onend, onclose }))
    c.reserved = null`,
    ],
    ['queries.length && connect(c, queries.shift())', 'queries.length && connect(closed.shift(), queries.shift())'],
  ],
}

function repair(file: string, source: string): string {
  return (REPAIRS[file] ?? []).reduce((text, [what, instead]) => {
    if (text.split(what).length !== 2)
      throw new Error(`The database driver is not the one that is repaired here: ${file}`)
    return text.replace(what, () => instead)
  }, source)
}

const repaired = new Set<string>()
const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const file = /\/postgres\/src\/((?:connection|index)\.js)$/.exec(url)?.[1]
    if (!file) return loaded
    repaired.add(file)
    return { ...loaded, source: repair(file, String(loaded.source)) }
  },
})
const { default: driver } = await import('postgres')
hooks.deregister()
if (repaired.size !== Object.keys(REPAIRS).length)
  throw new Error('The database driver was loaded before it could be repaired: import db/driver.ts instead of postgres')

export const postgres: typeof Driver = driver
