import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './find-browser.mjs'
import { SetupError } from './npm.mjs'
import { root } from './packages.mjs'
import { runWithProgress } from './progress.mjs'
import { runtime } from './runtime.mjs'

const TEN_MINUTES = 600_000

/** Provides a browser for the end-to-end tests: an installed one, else Playwright's download, else the distribution's package. */
export async function ensureBrowser() {
  if (findBrowser()) return
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  await run('Downloading a browser', runtime(), [cli, 'install', 'chromium'])
  if (findBrowser()) return

  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall && (await run('Updating the package list', 'apt-get', ['update', '-q'])))
    await run('Installing chromium', 'apt-get', ['install', '-y', '-q', 'chromium'])
  if (!findBrowser()) throw new SetupError('No browser found. Install Chromium or Chrome, or set CHROMIUM_PATH.')
}

/**
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 */
async function run(title, command, args) {
  const [success] = await runWithProgress(title, [{ command, args, cwd: root, timeoutMs: TEN_MINUTES }])
  return success
}
