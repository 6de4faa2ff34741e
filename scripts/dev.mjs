/**
 * `npm run dev`: Vite with hot reload on PORT, proxying to a server on an internal port that restarts when its code
 * changes. The embedded PostgreSQL restarts with it, as in production; that takes a tenth of a second.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { root } from './packages.mjs'
import { runtime } from './runtime.mjs'
import { ensureInstalled, main } from './setup.mjs'

await main(async () => {
  await ensureInstalled('pages')
  const { PORT: port = '3000', HOST: host = '127.0.0.1' } = process.env
  const internalPort = String(await freePort())
  const env = { ...process.env, NODE_ENV: 'development' }
  const server = start(['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    ...env,
    PORT: internalPort,
    HOST: '127.0.0.1',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${host}:${port}`,
  })
  const pages = start(['web/dev-server.ts'], { ...env, PORT: port, HOST: host, API_PORT: internalPort })

  // One without the other is useless: when one exits, the other is stopped.
  const children = [server, pages]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const [code] = await Promise.race(children.map((child) => once(child, 'exit')))
  stop()
  await Promise.all(
    children.map((child) => (child.exitCode === null && child.signalCode === null ? once(child, 'exit') : [])),
  )
  process.exitCode = code ?? 0
})

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function start([first = '', ...rest], env) {
  // detached: Ctrl-C reaches this process only, which forwards it once to each child.
  return spawn(runtime(), [first, ...rest], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
