import { readFile, writeFile } from 'node:fs/promises'
import { PERSONAL_DATA } from '../bootstrap/personal-data.ts'
import { describeVariables } from '../platform/config/describe-variables.ts'
import { describeTables } from '../platform/personal-data/describe-tables.ts'

/** `npm run docs`: writes the parts of docs/ that follow from the code. Tests compare them. */
async function replacePart(file: string, pattern: RegExp, part: string): Promise<void> {
  const url = new URL(`../../../docs/${file}`, import.meta.url)
  const page = await readFile(url, 'utf8')
  if (!pattern.test(page)) throw new Error(`docs/${file} has no part ${pattern}`)
  await writeFile(
    url,
    page.replace(pattern, () => part),
  )
}

await replacePart('retention.md', /## Tables\n[\s\S]*$/, `## Tables\n\n${describeTables(PERSONAL_DATA)}\n`)
await replacePart('configuration.md', /## Variables\n[\s\S]*$/, `## Variables\n\n${describeVariables()}\n`)
