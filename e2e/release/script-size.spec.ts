import { LISTED_PAGES } from '../../contract/src/settings/pages.ts'
import { gzippedBytes, PUBLIC_SCRIPT_KB, publicScripts } from '../../scripts/script-size.ts'
import { expect, test } from '../bank.ts'

test('every public page starts with at most 135 KB of gzipped script, in every language', () => {
  const pages = publicScripts()
  expect(pages).toHaveLength(30)
  const largest = Math.max(...pages.map(({ kilobytes }) => kilobytes))
  console.log(`public pages: at most ${largest.toFixed(1)} KB of script, gzipped`)
  expect(pages.filter(({ kilobytes }) => kilobytes > PUBLIC_SCRIPT_KB)).toEqual([])
})

test('what public pages load after their start is within the same 135 KB', async ({ page }) => {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  for (const path of LISTED_PAGES) {
    scripts.clear()
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('combobox', { name: 'Language' }).first()).toBeVisible()
    const kilobytes = [...scripts].reduce((sum, script) => sum + gzippedBytes(script), 0) / 1_000
    console.log(`${path}: ${kilobytes.toFixed(1)} KB of script in a browser, gzipped`)
    expect(kilobytes, path).toBeLessThanOrEqual(PUBLIC_SCRIPT_KB)
  }
})
