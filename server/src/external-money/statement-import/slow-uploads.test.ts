import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { addExternalAccount } from '../../../test/statement-entries.ts'
import { mt940, statementForm } from '../../../test/statement-files.ts'

const bank = useBank()

test('uploads that never end don’t hold up the imports of others, and have no files that a dead server would leave', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openteller-uploads-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  const [slow, admin] = [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })]
  await addExternalAccount(admin, '9910000001')
  await bank.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = bank.app.server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  for (let upload = 0; upload < 4; upload++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    sockets.push(socket)
    const path = upload % 2 === 0 ? 'preview' : ''
    socket.write(
      `POST /api/admin/bank-statements${path && `/${path}`} HTTP/1.1\r\nHost: bank\r\nAuthorization: Bearer ${slow.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n:20:A`,
    )
  }
  const running = async () => (await bank.sql`select 1 from statement_imports where person_id = ${slow.id}`).length
  await expect.poll(running).toBe(2)
  const file = mt940({ account: '9910000001', openingCents: 0, entries: [{ on: '2026-01-02', cents: 1, text: 'a' }] })
  const imported = await admin.call('POST', '/admin/bank-statements', statementForm(file))
  expect([imported.statusCode, await running(), await readdir(folder)]).toEqual([201, 2, []])
})
