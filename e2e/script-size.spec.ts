import { expect, test } from '@playwright/test'
import { PUBLIC_SCRIPT_KB, publicScripts } from '../scripts/script-size.ts'

test('every public page starts with at most 135 KB of gzipped script, in every language', () => {
  const pages = publicScripts()
  expect(pages).toHaveLength(30)
  const largest = Math.max(...pages.map(({ kilobytes }) => kilobytes))
  console.log(`public pages: at most ${largest.toFixed(1)} KB of script, gzipped`)
  expect(pages.filter(({ kilobytes }) => kilobytes > PUBLIC_SCRIPT_KB)).toEqual([])
})
