import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useBank } from '../bank.ts'
import { maskVariableTexts, readCommand, readSteps } from './documented-calls.ts'

const bank = useBank()

test('every call of docs/api-keys.md returns the shown response', async () => {
  const page = await readFile(new URL('../../../docs/api-keys.md', import.meta.url), 'utf8')
  const { token } = await bank.person({ balanceCents: 1_000_00n })
  const steps = readSteps(page)
  expect(steps.filter(({ kind }) => kind === 'call')).toHaveLength(page.match(/^curl/gm)?.length ?? 0)
  const names: Record<string, string> = { BANK: '/api/v1', TOKEN: token }
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
})
