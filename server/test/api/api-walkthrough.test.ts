import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { createPasswords } from '../../src/crypto/passwords.ts'
import { useBank } from '../bank.ts'
import { maskVariableTexts, readCommand, readSteps } from './documented-calls.ts'

const bank = useBank()
let walkthrough: string
beforeAll(async () => {
  walkthrough = await readFile(new URL('../../../docs/api-walkthrough.md', import.meta.url), 'utf8')
  const admin = await bank.person({ role: 'Admin', email: 'admin@fable.example' })
  const hash = await createPasswords(bank.keys).hash('Fable-admin-2026')
  await bank.owner`update people set password_hash = ${hash} where id = ${admin.id}`
})

test('every call of the walkthrough returns the shown response', async () => {
  const steps = readSteps(walkthrough)
  expect(steps.filter(({ kind }) => kind === 'call')).toHaveLength(walkthrough.match(/^curl/gm)?.length ?? 0)
  const names: Record<string, string> = { BANK: '/api/v1' }
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
