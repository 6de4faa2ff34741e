/** `npm run cluster`: see faults/cluster/run.ts. */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { SetupError } from './npm.mjs'
import { root } from './packages.mjs'
import { runtime } from './runtime.mjs'
import { ensureInstalled, main } from './setup.mjs'

const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'unshare', 'nsenter', 'setpriv', 'ip', 'openssl']
/** Everything below ends with the program: own network, own processes, own mounts. */
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']

await main(async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new SetupError('The cluster runs on Linux, as root: it makes network namespaces.')
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length > 0)
    throw new SetupError(
      `Missing: ${missing.join(', ')}. On Debian: apt install patroni etcd-server haproxy postgresql iproute2 openssl`,
    )
  await ensureInstalled('server')
  const args = [...NAMESPACES, runtime(), join(root, 'faults/cluster/run.ts'), ...process.argv.slice(2)]
  const child = spawn('unshare', args, { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill('SIGKILL'))
  child.on('exit', (code) => process.exit(code ?? 1))
})
