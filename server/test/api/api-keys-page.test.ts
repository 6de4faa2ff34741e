import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { useBank } from '../bank.ts'
import { expectDocumentedCalls } from './documented-calls.ts'

const bank = useBank()

test('every call of docs/api-keys.md returns the shown response', async () => {
  const page = await readFile(new URL('../../../docs/api-keys.md', import.meta.url), 'utf8')
  const { token } = await bank.person({ balanceCents: 1_000_00n })
  await expectDocumentedCalls(bank, page, { TOKEN: token })
})
