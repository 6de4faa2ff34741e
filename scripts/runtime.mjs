/**
 * Which Node runs the bank. The machine's own when it is 24 or later and not older than the pinned one; otherwise the
 * pinned one, installed from `scripts/runtime/package-lock.json`. Plain JavaScript: it runs on Node 20.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from './npm.mjs'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'runtime')
const OLDEST_VERSION = '24.0.0'

/**
 * The download of the pinned Node, where the machine's own can't run the bank.
 * @returns {import('./npm.mjs').Install[]}
 */
export function missingRuntime() {
  if (hasRuntime()) return []
  const pinned = pinnedNode()
  if (!pinned) throw tooOld()
  const name = `Node ${pinned.version}`
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const failure = `${name} could not be downloaded. Install Node 24 or later and try again.`
  // A third of the package; only programs that compile add-ons read them.
  const removeHeaders = () =>
    rmSync(join(folder, 'node_modules', pinned.name, 'include'), { recursive: true, force: true })
  return [{ name, cwd: folder, args, failure, done: removeHeaders }]
}

export function hasRuntime() {
  const pinned = pinnedNode()
  return isUsable(process.versions.node, pinned?.version) || (pinned !== null && isInstalled(pinned))
}

/** The path of the Node that runs the bank. */
export function runtime() {
  const pinned = pinnedNode()
  if (isUsable(process.versions.node, pinned?.version)) return process.execPath
  // On a system with another C library (musl) the binary is installed but does not run.
  if (pinned && isInstalled(pinned) && spawnSync(pinned.path, ['--version']).status === 0) return pinned.path
  throw tooOld()
}

export function isRuntime() {
  return realpathSync(runtime()) === realpathSync(process.execPath)
}

/**
 * @param {string} version
 * @param {string} [pinnedVersion] Absent where npm has no Node for this system.
 */
export function isUsable(version, pinnedVersion = OLDEST_VERSION) {
  return compareVersions(version, OLDEST_VERSION) >= 0 && compareVersions(version, pinnedVersion) >= 0
}

/**
 * @param {string} a
 * @param {string} b
 */
function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const index = [0, 1, 2].find((part) => left?.[part] !== right?.[part])
  return index === undefined ? 0 : (left?.[index] ?? 0) - (right?.[index] ?? 0)
}

/** @typedef {{ name: string, version: string, path: string }} PinnedNode */

/** @returns {PinnedNode | null} */
function pinnedNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const name = [`node-${system}`, `node-bin-${system}`].find((candidate) => optionalDependencies[candidate])
  if (!name) return null
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return { name, version: optionalDependencies[name], path: join(folder, 'node_modules', name, 'bin', file) }
}

/** @param {PinnedNode} pinned */
function isInstalled({ name, version, path }) {
  if (!existsSync(path)) return false
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version === version
}

function tooOld() {
  const system = `${process.platform}-${process.arch}`
  return new SetupError(`Openteller needs Node 24 or later on ${system}; this is Node ${process.versions.node}.`)
}
