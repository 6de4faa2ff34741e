import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { THEME_COLORS } from './theme.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

test('the bars of the browser, the splash screen and the page have one background', () => {
  const { light, dark } = THEME_COLORS
  expect(read('../../../tokens.css')).toContain(`--paper: light-dark(${light}, ${dark});`)
  expect(JSON.parse(read('../../../../public/site.webmanifest'))).toMatchObject({
    theme_color: light,
    background_color: light,
  })
})

test('icons fit the launchers and splash screens of phones', () => {
  const { icons } = JSON.parse(read('../../../../public/site.webmanifest')) as { icons: { [name: string]: string }[] }
  for (const { src, sizes } of icons) {
    const header = readFileSync(join(import.meta.dirname, '../../../../public', src ?? ''))
    expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['192x192', 'maskable'],
    ['512x512', 'maskable'],
  ])
})
