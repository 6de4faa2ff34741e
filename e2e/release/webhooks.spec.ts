import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, test } from '../admin-test.ts'

test('an Admin adds a webhook, sees a failed delivery with its reason, and sends it again', async ({
  admin,
  openAsAdmin,
}) => {
  const received: { headers: IncomingHttpHeaders; body: string; status: number }[] = []
  let status = 503
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ headers: request.headers, body, status })
    response.writeHead(status).end()
  })
  const port = await new Promise<number>((resolve) =>
    receiver.listen(0, '127.0.0.1', () => resolve((receiver.address() as { port: number }).port)),
  )
  const ada = await admin.createAccount({ fullName: 'Ada Hooked' })
  const page = await openAsAdmin('/dashboard/admin-settings')
  await page.getByRole('link', { name: 'Manage webhooks' }).click()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://10.0.0.1/hooks')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/address/)
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/hooks`)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have stored it' }).click()

  await ada.fund(12.5)
  await expect.poll(() => received.length).toBeGreaterThan(0)
  await page.getByRole('link', { name: `127.0.0.1:${port}` }).click()
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: 'created' })
  await expect(delivery).toContainText('HTTP 503')
  status = 204
  await delivery.getByRole('button', { name: 'Send transaction.created again' }).click()
  await expect.poll(() => received.filter((one) => one.status === 204).length).toBeGreaterThan(0)
  await page.reload()
  await expect(delivery).toContainText('Delivered')
  // The same event, with a signature that the shown secret verifies.
  const [failed, arrived] = [503, 204].map((answer) => received.find((one) => one.status === answer))
  expect(arrived?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
  const event = new Webhook(secret).verify(arrived?.body ?? '', arrived?.headers as Record<string, string>)
  expect(event).toMatchObject({ type: 'transaction.created', data: { userId: ada.id } })
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  receiver.close()
})
