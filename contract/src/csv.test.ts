import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1-1', `"'-1-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  [' =1', `"' =1"`],
  ['\u200B=1', `"'\u200B=1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["=cmd|' /C calc'!A0", `"'=cmd|' /C calc'!A0"`],
])('escapes %j as text', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test.each(['-1200.50', '0', '12480.55', 'Grace Example', '2026-01-05T15:04:00.000Z', ''])(
  'leaves %j unchanged',
  (text) => {
    expect(csvCell(text)).toBe(text)
  },
)
