import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Classes that name a side of the screen. `ms-4`, `pe-2`, `start-0` and `text-end` turn with the direction of reading. */
const PHYSICAL =
  /(?<=["'`\s:])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-[lr]|rounded-[tb][lr]|scroll-[mp][lr])-[\w./[\]()%-]+|(?<=["'`\s:])(?:text|float|clear)-(?:left|right)(?=["'`\s])|(?<=["'`\s:])(?:border-[lr]|rounded-[lr])(?=["'`\s])/g

/** The middle of its box in both directions. */
const CENTERED = ['left-1/2']

test('classes follow the direction of reading', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.tsx'))
  const found = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/(["'`])(?:(?!\1)[\s\S])*?\1/g)].flatMap(
      ([text]) =>
        (text.match(PHYSICAL) ?? []).filter((name) => !CENTERED.includes(name)).map((name) => `${file}: ${name}`),
    ),
  )
  expect(found).toEqual([])
  expect('<p className="ml-4 sm:text-left">'.match(PHYSICAL)).toEqual(['ml-4', 'text-left'])
})
