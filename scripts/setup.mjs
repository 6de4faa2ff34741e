/**
 * What has to be there before the bank can run: packages, the pinned runtime, the built pages. Plain JavaScript without
 * any package, since it runs on the Node that happens to be installed (20 or later) and before anything else is.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runVisibly } from './progress.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const platform = `${process.platform}-${process.arch}`
const installStamp = join(root, 'node_modules', '.openteller-installed')
/** Stripped and compiled code from the last start: it saves two thirds of the time that loading takes. */
export const compileCache = join(root, 'node_modules', '.cache', 'openteller-code')
const buildStamp = join(root, 'build', '.openteller-built')

// Newer than the oldest Node that may run this.
const { enableCompileCache, flushCompileCache } = module

/** The message is for the person at the terminal; a stack trace would only hide it. */
export class SetupError extends Error {}

/**
 * Runs a script's work; a failure that the person can put right is one line.
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

/** Everything `npm start` needs. */
export async function setUp() {
  await ensureInstalled({ dev: false })
  await ensureBuilt()
}

/** @param {{ dev: boolean }} needed Whether the packages that only build and test are needed too. */
export async function ensureInstalled({ dev }) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamp = `${platform} ${createHash('sha256').update(lock).digest('hex')}\n`
  if (readText(installStamp) === stamp) return
  const wanted = JSON.parse(lock.toString())
  if (!isInstalled(wanted, true)) {
    if (!dev && isInstalled(wanted, false)) return
    // Production settings would leave out what builds the pages; no package needs its install script.
    const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (!(await npm('Installing packages', args, countPackages)))
      throw new SetupError("The packages could not be installed: see above, then try 'npm ci'.")
  }
  writeFileSync(installStamp, stamp)
}

/**
 * npm's own list of what it installed against the lock file: whoever ran `npm install` by hand needs no second one.
 * @param {{ packages: Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }> }} lock
 * @param {boolean} dev
 */
function isInstalled(lock, dev) {
  const list = readText(join(root, 'node_modules', '.package-lock.json'))
  const stamp = readText(installStamp)
  // Packages of another system: a folder shared between machines.
  if (!list || (stamp && !stamp.startsWith(`${platform} `))) return false
  const installed = JSON.parse(list).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (found) return found.version === wanted.version
    return Boolean(wanted.optional || (!dev && (wanted.dev || wanted.devOptional)))
  })
}

/** Builds the pages when anything they are made of has changed since. */
export async function ensureBuilt() {
  const stamp = hashOf(['web', 'contract', 'package-lock.json'])
  if (readText(buildStamp) === stamp) return
  await ensureInstalled({ dev: true })
  // Gone first: a build that is interrupted must not look like a good one.
  rmSync(buildStamp, { force: true })
  if (!(await npm('Building the web application', ['run', 'build', '--silent'])))
    throw new SetupError('The web application could not be built.')
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
      if (file.name.startsWith('.') || file.name.endsWith('.test.ts')) continue
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

/** The Node that the lock file pins; where npm has none for this machine, the one that runs this, if it is new enough. */
export function runtime() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const name of [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]) {
    const path = join(root, 'node_modules', name, 'bin', file)
    if (!existsSync(path)) continue
    // A system with another C library has the file and can't run it.
    if (isThisNode(path) || spawnSync(path, ['--version']).status === 0) return path
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new SetupError(`Node 24 or later is needed on ${platform}; this is Node ${process.versions.node}.`)
}

/** @param {string} path */
function isThisNode(path) {
  return realpathSync(path) === realpathSync(process.execPath)
}

/**
 * Goes on as the server. Once packages are installed, npm itself runs the scripts with the pinned Node: then there is
 * nothing to start, and no process in between that would have to pass signals on.
 */
export async function becomeServer() {
  const program = 'server/src/main.ts'
  if (!isThisNode(runtime())) return runProgram(program, process.execArgv.filter(isAboutMemory))
  endWithNpm()
  enableCompileCache?.(compileCache)
  await import(new URL(`../${program}`, import.meta.url).href)
  // Now, and not at the end: a server that is killed would have compiled in vain.
  flushCompileCache?.()
}

/**
 * Of what `npm start` gives to Node, see docs/decisions/050.
 * @param {string} flag
 */
const isAboutMemory = (flag) => /^--(max-semi-space-size|heap-growing-percent|expose-gc)\b/.test(flag)

/**
 * Runs a program of the bank in a process of its own, with the arguments of this one, and ends as it ends.
 * @param {string} program A TypeScript file, relative to the root.
 * @param {string[]} [flags] For Node.
 */
export async function runProgram(program, flags = []) {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  const child = spawn(runtime(), [...flags, join(root, program), ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
  endWithNpm()
}

/**
 * npm runs a script through a shell that dies of a signal without passing it on, and nobody passes on a `kill -9`: the
 * program would go on, holding its port and its data, after its `npm start` has ended. So it looks up now and then.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  timer.unref()
}

/** The shell's process id and, where it can be known, npm's above it. A dead parent's children change hands. */
function ancestors() {
  const parent = process.ppid
  const [shell, flag] = (readText(`/proc/${parent}/cmdline`) ?? '').split('\0')
  if (flag !== '-c' || !shell?.endsWith('sh')) return `${parent}`
  const [, above] = /^PPid:\s*(\d+)$/m.exec(readText(`/proc/${parent}/status`) ?? '') ?? []
  return `${parent} ${above}`
}

/**
 * @param {string} title
 * @param {string[]} args
 * @param {() => string} [detail]
 */
export async function npm(title, args, detail) {
  // npm tells the scripts it runs where it is; without it (`node scripts/start.mjs`) it is looked up like any program.
  const path = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  const [command, first] = path?.endsWith('.js') ? [node, [path]] : ['npm', []]
  return runVisibly(title, command, [...first, ...args], { cwd: root, ...(detail ? { detail } : {}) })
}

function countPackages() {
  try {
    return `${readdirSync(join(root, 'node_modules')).length} packages`
  } catch {
    return ''
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
