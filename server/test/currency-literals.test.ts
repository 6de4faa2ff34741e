import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Amounts in dollars, their symbol as a text of its own, their code and their name. */
const DOLLARS = /\$\d[\d,]*(?:\.\d|,\d|[KM]\b)|\$\d{2}|(['"`])\$\1|>\s*\$\s*<|^\s*\$\s*$|\bUSD\b|\bdollars?\b/i

/** What says dollars on purpose. */
const ALLOWED: Record<string, string> = {
  'contract/src/money.ts': 'the default currency',
  'contract/src/currency-name.ts': 'texts call US dollars dollars',
  'server/src/platform/config/value-types.ts': 'an example of a code',
  'server/src/platform/config/currencies.ts': 'the list of all currencies',
  'web/app/bank/currency-symbol.ts': 'names of cryptocurrencies',
}
/** Of the API document. */
const EXAMPLE = /(?:currency: (?:\{ code: )?|examples: \[)'USD'/

const isComment = (line: string) => /^\s*(?:\/\*|\*|\/\/|\{\/\*)/.test(line)

const linesWithDollars = (file: string) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .filter((line) => !isComment(line) && DOLLARS.test(line))
    .filter((line) => !(file.startsWith('contract/') && EXAMPLE.test(line)))

const files = globSync(['server/src/**/*.ts', 'contract/src/**/*.ts', 'web/app/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)

test.each([
  ["placeholder: '$',", true],
  ['            $', true],
  ['<span>$</span>', true],
  ["label: 'From $1,000',", true],
  ["currency: 'USD',", true],
  ['credit your account in dollars.', true],
  ["replace(pattern, '<$1>$2</$1>')", false],
  ["tether: 'USDT',", false],
])('%s', (line, found) => expect(DOLLARS.test(line)).toBe(found))

test('no code says dollars by itself: every amount is in the currency of the bank', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((file) => linesWithDollars(file).length > 0)
  expect(
    Object.fromEntries(found.filter((file) => !ALLOWED[file]).map((file) => [file, linesWithDollars(file)])),
  ).toEqual({})
})
