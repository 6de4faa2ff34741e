import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '../../src/platform/crypto/passwords.ts'
import { useBank } from '../bank.ts'
import { ALLOW_LOCAL, deliverAll } from '../webhook-receiver.ts'
import { maskVariableTexts, readCommand, readSteps } from './documented-calls.ts'

const bank = useBank({ config: ALLOW_LOCAL })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openteller-webhooks-'))
  const admin = await bank.person({ role: 'Admin', email: 'admin@fable.example' })
  const hash = await createPasswords(bank.keys).hash('Fable-admin-2026')
  await bank.owner`update people set password_hash = ${hash} where id = ${admin.id}`
})
afterAll(() => rm(folder, { recursive: true }))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The receiver of the page, as a process of its own. */
async function startReceiver(code: string, port: number, secret: string) {
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, code)
  const child = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret } })
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const answers = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'forged' }).catch(() => null)
  await expect.poll(async () => (await answers())?.status, { timeout: 10_000 }).toBe(401)
  return { lines: () => printed.trim().split('\n'), stop: () => child.kill() }
}

test('every call of the page about webhooks works, and its receiver verifies what it gets', async () => {
  const text = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const port = await freePort()
  const page = text.replaceAll('4000', String(port))
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const names: Record<string, string> = { BANK: '/api/v1' }
  let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined
  let response: Record<string, string> = {}
  try {
    for (const step of readSteps(page)) {
      if (step.kind === 'keep') {
        names[step.name] = [response].flat()[0]?.[step.field] ?? ''
        if (step.name === 'WEBHOOK_SECRET') receiver = await startReceiver(code, port, names.WEBHOOK_SECRET ?? '')
        continue
      }
      const { body, statusCode } = await bank.app.inject(readCommand(step.command, names))
      response = body ? JSON.parse(body) : {}
      expect(statusCode, `${step.command}${body}`).toBeLessThan(300)
      if (step.expected !== '')
        expect(maskVariableTexts(step.expected, response), step.command).toMatchObject(step.expected as object)
      await deliverAll(bank)
    }
    await expect
      .poll(() => receiver?.lines(), { timeout: 5_000 })
      .toEqual(['verified person.created', 'again person.created'])
  } finally {
    receiver?.stop()
  }
})
