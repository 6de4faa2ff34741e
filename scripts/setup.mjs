/**
 * The prerequisites of the bank: packages, Node, the built web application. Plain JavaScript without packages: it runs on
 * the installed Node (20 or later), before anything else is installed.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { NODE_FLAGS } from './node-flags.mjs'
import { installAll, SetupError } from './npm.mjs'
import { hasPageFolder, hasServerPackages, missingPackages, readText, removePagePackages, root } from './packages.mjs'
import { runWithProgress } from './progress.mjs'
import { hasRuntime, isRuntime, missingRuntime, runtime } from './runtime.mjs'

/** V8's compile cache: it saves two thirds of the loading time at every later start. */
export const compileCache = join(root, 'node_modules', '.cache', 'openteller-code')
/** What the web application is built from. */
const BUILT_FROM = ['web', 'contract', 'catalogues', 'package-lock.json', 'tsconfig.json']
const buildStamp = join(root, 'build', '.openteller-built')

// Absent in Node 20.
const { enableCompileCache, flushCompileCache } = module

/**
 * Runs a script; a failure that the user can fix is printed as one line.
 * @param {() => Promise<void>} work
 */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/**
 * Everything `npm start` needs. A production server installs and builds nothing: it would run what the network gives it.
 * @param {{ mayInstall?: boolean }} [options]
 */
export async function setUp({ mayInstall = process.env.NODE_ENV !== 'production' } = {}) {
  const isReady = isBuilt()
  if (!mayInstall) {
    if (isReady && hasRuntime() && hasServerPackages()) return
    throw new SetupError("Packages or pages are missing or out of date: run 'npm run setup' first.")
  }
  if (isReady) return ensureInstalled('server')
  // Who builds a second time edits the pages, and needs the packages again.
  const isFirst = !hasPageFolder() && readText(buildStamp) === null
  await ensureInstalled('pages')
  await build()
  if (isFirst) removePagePackages()
}

/** @param {import('./packages.mjs').Purpose} purpose */
export async function ensureInstalled(purpose) {
  await installAll([...missingRuntime(), ...missingPackages(purpose)])
}

/** Builds the web application if its sources changed since the last build. */
export async function ensureBuilt() {
  if (isBuilt()) return
  await ensureInstalled('pages')
  await build()
}

const isBuilt = () => readText(buildStamp) === hashOf(BUILT_FROM)

export async function build() {
  const stamp = hashOf(BUILT_FROM)
  // Removed first: an interrupted build must not count as complete.
  rmSync(buildStamp, { force: true })
  const args = [join(root, 'web/node_modules/@react-router/dev/bin.cjs'), 'build', 'web', '--logLevel', 'warn']
  const [success] = await runWithProgress('Building the web application', [{ command: runtime(), args, cwd: root }])
  if (!success) throw new SetupError('The web application could not be built.')
  mkdirSync(dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, stamp)
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = (path) => {
    const files = readdirSync(join(root, path), { withFileTypes: true })
    for (const file of files.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = `${path}/${file.name}`
      // The packages that the lock file names, and what the build itself compiles from the catalogues.
      if (file.name === 'node_modules' || file.name === 'compiled-catalogues') continue
      if (file.name.startsWith('.') || /\.(test\.tsx?|md)$/.test(file.name)) continue
      if (file.isDirectory()) add(child)
      else
        hash
          .update(child)
          .update('\0')
          .update(readFileSync(join(root, child)))
    }
  }
  for (const path of paths) {
    if (path.includes('.')) hash.update(readFileSync(join(root, path)))
    else add(path)
  }
  return `${hash.digest('hex')}\n`
}

/**
 * Runs the server in this process if this Node is the right one and has its flags, as under the service file: then no parent
 * process has to forward signals.
 */
export async function becomeServer() {
  const program = 'server/src/main.ts'
  const hasFlags = NODE_FLAGS.every((flag) => process.execArgv.includes(flag))
  if (!isRuntime() || !hasFlags) return runProgram(program, NODE_FLAGS)
  exitWithNpm()
  enableCompileCache?.(compileCache)
  await import(new URL(`../${program}`, import.meta.url).href)
  // Flushed now: a server that is killed later would not write its compile cache.
  flushCompileCache?.()
}

/**
 * Runs a program of the bank in a child process with this script's arguments, and exits with its exit code.
 * @param {string} program A TypeScript file, relative to the root.
 * @param {string[]} [flags] Flags for Node.
 */
export async function runProgram(program, flags = []) {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  const child = spawn(runtime(), [...flags, join(root, program), ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('error', ({ message }) => {
    console.error(message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  exitWithNpm()
}

/**
 * Exits when npm exits. npm runs scripts through a shell that does not forward signals, and SIGKILL can't be forwarded:
 * without this check the server would keep its port and its data directory after `npm start` has ended.
 */
function exitWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  timer.unref()
}

/** The process ids of the shell and, on Linux, of npm above it. They change when a parent dies. */
function ancestors() {
  const parent = process.ppid
  const [shell, flag] = (readText(`/proc/${parent}/cmdline`) ?? '').split('\0')
  if (flag !== '-c' || !shell?.endsWith('sh')) return `${parent}`
  const [, above] = /^PPid:\s*(\d+)$/m.exec(readText(`/proc/${parent}/status`) ?? '') ?? []
  return `${parent} ${above}`
}
