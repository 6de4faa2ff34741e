import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Classes that name a side of the screen. `ms-4`, `pe-2`, `start-0` and `text-end` turn with the direction of reading. */
const PHYSICAL =
  /(?<=["'`\s:])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-[lr]|rounded-[tb][lr]|scroll-[mp][lr])-[\w./[\]()%-]+|(?<=["'`\s:])(?:text|float|clear)-(?:left|right)(?=["'`\s])|(?<=["'`\s:])(?:border-[lr]|rounded-[lr])(?=["'`\s])/g

/** Classes that mean the same in both directions: the middle of a box, and the edges of the screen. */
const SAME_IN_BOTH = ['left-1/2', 'pl-[env(safe-area-inset-left)]', 'pr-[env(safe-area-inset-right)]']

test('classes follow the direction of reading', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.tsx'))
  const found = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/(["'`])(?:(?!\1)[\s\S])*?\1/g)].flatMap(
      ([text]) =>
        (text.match(PHYSICAL) ?? []).filter((name) => !SAME_IN_BOTH.includes(name)).map((name) => `${file}: ${name}`),
    ),
  )
  expect(found).toEqual([])
  expect('<p className="ml-4 sm:text-left">'.match(PHYSICAL)).toEqual(['ml-4', 'text-left'])
})
