import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkSecurityDoc } from './security-doc.mjs'

const at = (path: string) => new URL(`../${path}`, import.meta.url)
const document = readFileSync(at('docs/security.md'), 'utf8')

test('lists every requirement of levels 1 and 2, and names only existing tests', () => {
  const { required, applying, absent, problems } = checkSecurityDoc()
  expect(problems).toEqual([])
  expect(required).toBe(253)
  expect(applying + absent).toBe(required)
})

test('the counts in the text are the counts of the table', () => {
  const { applying, absent, counts, beyond } = checkSecurityDoc()
  expect(document).toContain(
    `Of the 253 requirements of levels 1 and 2, ${absent} do not apply and ${applying} do: ${counts.met} are met and shown by a test, ` +
      `${counts.written} are written down, ${counts.operator} are the operator's, ${counts.deviates} are deviated from. ${beyond} of level 3 stand beside them.`,
  )
})

test.each([
  ['a missing test', / › [^·|]+ \|/, ' › a test that was never written |'],
  ['a missing file', /`server\/[^`]+` ›/, '`server/src/gone.test.ts` ›'],
  ['a missing chapter', / § [^·|]+ \|/, ' § A chapter that was never written |'],
  ['a missing deviation', /\| deviates \| D\d+ \|/, '| deviates | D99 |'],
  [
    'a claim without a test',
    /^(\| with `SECRET_RULES` the 20 most common PINs are refused \|) .+$/m,
    '$1 we are sure |',
  ],
  ['a limit that is not described', /\(K2\)/, '(K99)'],
  ['a missing requirement', /^\| 8\.2\.2 .*\n/m, ''],
  ['a repeated requirement', /^(\| 8\.2\.2 .*\n)/m, '$1$1'],
  ['an unknown state', /\| met \|/, '| done |'],
])('finds %s', (_, what, instead) => {
  const changed = document.replace(what, instead)
  expect(changed).not.toBe(document)
  const read = (path: string) => {
    if (path === 'docs/security.md') return changed
    try {
      return readFileSync(at(path), 'utf8')
    } catch {
      return null
    }
  }
  expect(checkSecurityDoc(read).problems.length).toBeGreaterThan(0)
})
