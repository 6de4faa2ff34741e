import { readFile } from 'node:fs/promises'
import { beforeAll, test } from 'vitest'
import { createPasswords } from '../../src/platform/crypto/passwords.ts'
import { useBank } from '../bank.ts'
import { expectDocumentedCalls } from './documented-calls.ts'

const bank = useBank()
let walkthrough: string
beforeAll(async () => {
  walkthrough = await readFile(new URL('../../../docs/api-walkthrough.md', import.meta.url), 'utf8')
  const admin = await bank.person({ role: 'Admin', email: 'admin@fable.example' })
  const hash = await createPasswords(bank.keys).hash('Fable-admin-2026')
  await bank.owner`update people set password_hash = ${hash} where id = ${admin.id}`
})

test('every call of the walkthrough returns the shown response', async () => {
  await expectDocumentedCalls(bank, walkthrough)
})
