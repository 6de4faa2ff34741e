import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './find-browser.mjs'
import { runVisibly } from './progress.mjs'
import { root, runtime, SetupError } from './setup.mjs'

const TEN_MINUTES = 600_000

/** A browser for the journeys: the one that is there, else Playwright's, else the distribution's. */
export async function ensureBrowser() {
  if (findBrowser()) return
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const options = { cwd: root, timeoutMs: TEN_MINUTES }
  await runVisibly('Downloading a browser', runtime(), [cli, 'install', 'chromium'], options)
  if (findBrowser()) return

  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall && (await runVisibly('Updating the package list', 'apt-get', ['update', '-q'], options)))
    await runVisibly('Installing chromium', 'apt-get', ['install', '-y', '-q', 'chromium'], options)
  if (!findBrowser()) throw new SetupError('No browser: install Chromium or Chrome, or name one in CHROMIUM_PATH.')
}
