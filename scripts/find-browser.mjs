import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** Chromium without windows. Journeys take half the processor time in it: a complete browser draws a window for each context. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const LINUX = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/**
 * Finds an installed Chromium, Chrome or Edge; null if there is none.
 * @returns {string | null}
 */
export function findBrowser() {
  return process.env.CHROMIUM_PATH || (browserPaths().find(existsSync) ?? playwrightBrowser() ?? headlessShell())
}

/**
 * The fastest browser for journeys; null if there is none.
 * @returns {string | null}
 */
export function findJourneyBrowser() {
  return process.env.CHROMIUM_PATH || (headlessShell() ?? findBrowser())
}

/** @returns {string | null} */
function headlessShell() {
  return process.platform === 'linux' ? (linuxPaths(HEADLESS_SHELL).find(existsSync) ?? null) : null
}

function browserPaths() {
  if (process.platform === 'darwin') return MAC.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  if (process.platform === 'win32') {
    const { ProgramFiles, 'ProgramFiles(x86)': x86, LOCALAPPDATA } = process.env
    const folders = [ProgramFiles, x86, LOCALAPPDATA].filter((folder) => folder !== undefined)
    return folders.flatMap((folder) => WINDOWS.map((name) => join(folder, name)))
  }
  return LINUX.flatMap(linuxPaths)
}

/** @param {string} name */
function linuxPaths(name) {
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, name))
}

/** @returns {string | null} */
function playwrightBrowser() {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath()
    // The download may lack the system libraries that it needs.
    return existsSync(path) && spawnSync(path, ['--version']).status === 0 ? path : null
  } catch {
    return null
  }
}
