import { expect } from 'vitest'
import type { Bank } from '../bank.ts'

type Step = { kind: 'call'; command: string; expected: unknown } | { kind: 'keep'; name: string; field: string }

const PART =
  /```sh\n(?<command>curl[\s\S]*?)```(?:\s*```json\n(?<json>[\s\S]*?)```)?|<!-- keep (?<name>\w+)=(?<field>\w+) -->/g

/** The calls of a page of the documents, with their responses, and the values that it keeps. */
export function readSteps(text: string): Step[] {
  return [...text.matchAll(PART)].map(({ groups = {} }): Step => {
    const { command, json, name, field } = groups
    if (command) return { kind: 'call', command, expected: json ? JSON.parse(json) : '' }
    return { kind: 'keep', name: name ?? '', field: field ?? '' }
  })
}

/** Parses the shell syntax of a page (quotes, continued lines, $NAMES), so that the test needs no curl and no shell. */
export function readCommand(command: string, names: Record<string, string>) {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, plain, quoted, bare]) =>
      plain ??
      (quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '').replace(
        /\$(\w+)/g,
        (_, name: string) => names[name] ?? `$${name} is not set`,
      ),
  )
  const after = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1] ?? ''] : []))
  const headers = Object.fromEntries(after('-H').map((header) => header.split(/:\s*/, 2) as [string, string]))
  return {
    method: (after('-X')[0] ?? 'GET') as 'GET',
    url: words.find((word) => word.startsWith('/api')) ?? '',
    headers,
    ...(after('-d')[0] === undefined ? {} : { payload: after('-d')[0] ?? '' }),
  }
}

/** `…` matches any non-empty text. */
export function maskVariableTexts(shown: unknown, real: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(real)) return real.map((one, index) => maskVariableTexts(shown[index], one))
  if (shown === '…') return typeof real === 'string' && real.length > 0 ? '…' : real
  if (typeof shown !== 'object' || shown === null || typeof real !== 'object' || real === null) return real
  const hints = shown as Record<string, unknown>
  return Object.fromEntries(Object.entries(real).map(([key, value]) => [key, maskVariableTexts(hints[key], value)]))
}

/** Sends the calls of a page one after the other; each returns the response that the page shows. */
export async function expectDocumentedCalls(bank: Bank, page: string, given: Record<string, string> = {}) {
  const steps = readSteps(page)
  expect(steps.filter(({ kind }) => kind === 'call')).toHaveLength(page.match(/^curl/gm)?.length ?? 0)
  const names: Record<string, string> = { BANK: '/api/v1', ...given }
  let response: Record<string, string> = {}
  for (const step of steps) {
    if (step.kind === 'keep') {
      names[step.name] = response[step.field] ?? ''
      continue
    }
    const { body } = await bank.app.inject(readCommand(step.command, names))
    response = body ? JSON.parse(body) : {}
    expect(body ? maskVariableTexts(step.expected, response) : body, step.command).toEqual(step.expected)
  }
}
