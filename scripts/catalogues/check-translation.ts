import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

type Token = string | [name: string, type?: string, cases?: Record<string, unknown>]

/** What is wrong with a translation: its placeholders, tags, plural forms or syntax. */
export function problemsOf(text: string, translation: string, locale: string): string[] {
  const at = `${JSON.stringify(text)} → ${JSON.stringify(translation)}`
  let found: Parts
  try {
    found = partsOf(translation)
  } catch (error) {
    return [`${at}: ${(error as Error).message.split('\n')[0]}`]
  }
  const expected = partsOf(text)
  const problems = [...expected.names].filter((name) => !found.names.has(name)).map((name) => `{${name}} is missing`)
  problems.push(...[...found.names].filter((name) => !expected.names.has(name)).map((name) => `{${name}} is unknown`))
  if (tagsOf(text) !== tagsOf(translation)) problems.push('the tags differ')
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  for (const forms of found.plurals) {
    const missing = needed.filter((form) => !forms.includes(form))
    // One form for every number is a choice, too: `other` alone.
    if (missing.length > 0 && forms.some((form) => form !== 'other' && !/^\d+$/.test(form)))
      problems.push(`plural without ${missing.join(', ')}`)
  }
  if (/^\s|\s$/.test(translation) !== /^\s|\s$/.test(text)) problems.push('the space at the beginning or end differs')
  return problems.map((problem) => `${at}: ${problem}`)
}

type Parts = { names: Set<string>; plurals: string[][] }

function partsOf(text: string): Parts {
  const parts: Parts = { names: new Set(), plurals: [] }
  const visit = (tokens: Token[] | string) => {
    if (typeof tokens === 'string') return
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, type, cases = {}] = token
      parts.names.add(name)
      if (type !== 'plural' && type !== 'select' && type !== 'selectordinal') continue
      const { offset: _, ...forms } = cases
      if (type === 'plural') parts.plurals.push(Object.keys(forms))
      for (const form of Object.values(forms)) visit(form as Token[])
    }
  }
  visit(compileMessageOrThrow(text) as Token[])
  return parts
}

const tagsOf = (text: string) => (text.match(/<\/?\d+\/?>/g) ?? []).sort().join()
