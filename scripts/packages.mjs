/** Which npm packages are missing, and the commands that install them. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupError } from './npm.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What the pages are made of and built with. The root has what the server needs, and for tests all the rest. */
const PAGES = join(root, 'web')
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const platform = `${process.platform}-${process.arch}`

/** @typedef {'server' | 'pages' | 'tests'} Purpose Each needs the packages of those before it too. */
/** @typedef {import('./npm.mjs').Install} Install */

/**
 * @param {Purpose} purpose
 * @returns {Install[]}
 */
export function missingPackages(purpose) {
  const dev = purpose === 'tests'
  return [
    ...(isInstalled(root, { dev }) ? [] : [serverInstall(dev)]),
    // They are needed for building, so all of them, whatever NODE_ENV says.
    ...(purpose === 'server' || isInstalled(PAGES, { dev: true }) ? [] : [install(PAGES, ['ci', '--include=dev'])]),
  ]
}

/** @param {boolean} dev */
function serverInstall(dev) {
  if (!dev) return install(root, ['ci', '--omit=dev'])
  // `npm ci` would delete the packages of a bank that may be running.
  return isInstalled(root, { dev: false })
    ? install(root, ['install', '--no-save', '--include=dev'])
    : install(root, ['ci', '--include=dev'])
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @returns {Install}
 */
function install(folder, args) {
  return {
    name: 'packages',
    cwd: folder,
    args: [...args, ...FLAGS],
    failure: 'The packages could not be installed. See the messages above, then try again.',
    detail: countPackages,
    done: () => {
      const dev = args.includes('--include=dev')
      // `npm install` goes its own way where package.json and the lock file disagree.
      if (!isRecorded(folder, { dev })) throw new SetupError(`${lockOf(folder)} does not fit its package.json.`)
      writeFileSync(stampOf(folder), stampFor(folder, { dev }))
    },
  }
}

/**
 * @param {string} folder
 * @param {{ dev: boolean }} options With the packages for development.
 */
function isInstalled(folder, { dev }) {
  const stamp = readText(stampOf(folder))
  if (stamp === stampFor(folder, { dev: true }) || (!dev && stamp === stampFor(folder, { dev: false }))) return true
  return isRecorded(folder, { dev })
}

export const hasServerPackages = () => isInstalled(root, { dev: false })
export const hasPageFolder = () => existsSync(join(PAGES, 'node_modules'))

/**
 * Compares npm's record of installed packages with the lock file, so that packages installed by hand are not installed twice.
 * @param {string} folder
 * @param {{ dev: boolean }} options
 */
function isRecorded(folder, { dev }) {
  const list = readText(recordOf(folder))
  const stamp = readText(stampOf(folder))
  // A folder shared between machines may hold another platform's packages.
  if (!list || (stamp && !stamp.startsWith(`${platform} `))) return false
  const installed = JSON.parse(list).packages
  /** @type {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} */
  const packages = JSON.parse(readFileSync(lockOf(folder), 'utf8')).packages
  return Object.entries(packages).every(([path, expected]) => {
    if (path === '') return true
    const found = installed[path]
    if (found) return found.version === expected.version
    return Boolean(expected.optional || (!dev && (expected.dev || expected.devOptional)))
  })
}

/**
 * The build is their only use, and they are more than those of the server. Not awaited: the server starts meanwhile. Renamed
 * first, so that another command does not install into a folder that is being deleted.
 */
export function removePagePackages() {
  const removed = join(PAGES, `node_modules.removed-${process.pid}`)
  renameSync(join(PAGES, 'node_modules'), removed)
  rm(removed, { recursive: true, force: true }).catch(() => {})
}

function countPackages() {
  const folders = [root, PAGES].map((folder) => readNames(join(folder, 'node_modules')))
  return `${folders.flat().length} packages`
}

/** @param {string} folder */
const lockOf = (folder) => join(folder, 'package-lock.json')
/** @param {string} folder */
const recordOf = (folder) => join(folder, 'node_modules', '.package-lock.json')
/** @param {string} folder */
const stampOf = (folder) => join(folder, 'node_modules', '.openteller-installed')

/**
 * @param {string} folder
 * @param {{ dev: boolean }} options
 */
function stampFor(folder, { dev }) {
  const hash = createHash('sha256')
    .update(readFileSync(lockOf(folder)))
    .digest('hex')
  return `${platform} ${hash}${dev ? ' with development' : ''}\n`
}

/** @param {string} path */
function readNames(path) {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** @param {string} path */
export function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
