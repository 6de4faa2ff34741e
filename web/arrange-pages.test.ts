import { expect, test } from 'vitest'
import { leadWithStylesheet } from './arrange-pages.ts'
import { holdScripts } from './hold-scripts.ts'

test('the stylesheet leads', () => {
  const written = '<html><head><meta charSet="utf-8"/><link rel="stylesheet" href="/a.css"/></head></html>'
  expect(leadWithStylesheet(written)).toBe(
    '<html><head><link rel="stylesheet" href="/a.css"/><meta charSet="utf-8"/></head></html>',
  )
})

test('nothing of a held page is fetched as a script by its markup, and nothing of what it runs is lost', () => {
  const written =
    '<head><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/></head><body><script type="module" async="">import "/a.js"</script></body>'
  const { html, start } = holdScripts(written)
  expect(html).toMatch(/^<head><\/head><body><script>[^<]+<\/script><\/body>$/)
  expect(html).toContain('["/a.js","/b.js"]')
  expect(html).toContain(`import('${start.href}')`)
  expect(start.text).toBe('import "/a.js"')
})

test('a page that lost its stylesheet or its scripts stops the build', () => {
  expect(() => leadWithStylesheet('<html><head></head></html>')).toThrow('stylesheet')
  expect(() => holdScripts('<html><head></head></html>')).toThrow('scripts')
})
