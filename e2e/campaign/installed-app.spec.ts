import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { createBrowser, decrypt, openPushService } from '../../server/test/push-receiver.ts'
import { expect, onPhone, test } from '../customer-test.ts'

test.use({ serviceWorkers: 'allow' })

const offlineCopy = (page: Page) => page.evaluate(() => localStorage.getItem('offlineSnapshot'))

/** The service worker has cached the pages, and the encrypted copy of the balance is stored. */
async function openInstalledApp(page: Page) {
  await page.goto('/dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => offlineCopy(page)).not.toBeNull()
}

/** The bank behind a proxy that can release another version of the service worker. */
async function startSite(bankUrl: string) {
  let released = false
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    const isWorker = url === '/service-worker.js'
    // Uncompressed, so that a line can be added.
    const plain = isWorker ? { host: headers.host } : headers
    const forwarded = request(new URL(url, bankUrl), { method, headers: plain }, (response) => {
      const { 'content-length': length, ...others } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, isWorker ? others : response.headers)
      response.on('end', () => outgoing.end(isWorker && released ? '\n// The next version' : ''))
      response.pipe(outgoing, { end: false })
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: () => {
      released = true
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

onPhone(() => {
  test.use({ account: { balance: 321 } })

  test('opens offline with the last balance, sends nothing, and forgets it all after logging out', async ({ page }) => {
    await openInstalledApp(page)
    const copy = (await offlineCopy(page)) ?? ''
    for (const text of [copy, atob(copy)]) expect(text, 'The copy is encrypted').not.toContain('balance')
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText('$321.00').first()).toBeVisible()
    await expect(page.getByText(/As of \d\d:\d\d [ap]m, offline/)).toBeVisible()

    // A section that was never visited opens, and what changes something is refused at once.
    await page.goto('/dashboard/settings')
    await page.getByLabel('Full name').fill('Ada King')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('You are offline. Nothing was sent: this needs a connection.')).toBeVisible()

    await page.context().setOffline(false)
    await expect(page.getByText(/, offline/)).toBeHidden()
    const cached = await page.evaluate(async () => {
      const lists = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return lists.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cached).toContain('/dashboard')
    expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth/)
    expect(await offlineCopy(page)).toBeNull()
    await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
  })

  test('announces a new version and applies it only when the customer agrees', async ({ page, bank, customer }) => {
    const site = await startSite(bank.baseURL)
    await page.goto(`${site.url}/login`)
    await page.evaluate((token) => localStorage.setItem('authToken', token), await customer.token())
    await page.goto(`${site.url}/dashboard`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    // The second visit starts from the cache.
    await page.reload()
    site.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const update = page.getByRole('button', { name: 'Update now' })
    await expect(update).toBeVisible()
    const loaded = page.waitForEvent('load')
    await update.click()
    await loaded
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await expect(update).toBeHidden()
    await site.close()
  })

  test('offers installing once', async ({ page }) => {
    await page.goto('/dashboard')
    const offer = () =>
      page.evaluate(() =>
        window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} })),
      )
    const hint = page.getByText('Keep the bank on your home screen.')
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await offer()
    await expect(hint).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(hint).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await offer()
    await expect(hint).toBeHidden()
  })

  test('shows what the bank pushes, opens its page, and ends with the log-out', async ({ page, bank }) => {
    const service = await openPushService()
    const browser = createBrowser()
    await stubSubscription(page, service.subscriptionOf(browser))
    await openInstalledApp(page)
    await page.goto('/dashboard/settings/notifications')
    const card = page.getByRole('region', { name: 'Notifications on your devices' })
    await card.getByRole('button', { name: 'Turn on' }).click()
    await expect(card.getByText('On for this device')).toBeVisible()
    await expect(card.getByRole('checkbox', { name: 'Show amounts' })).not.toBeChecked()

    await expect.poll(() => service.requests.length).toBe(1)
    const payload = decrypt(service.requests[0]?.body ?? Buffer.alloc(0), browser)
    const worker = page.context().serviceWorkers()[0]
    await worker?.evaluate(recordNotifications)
    await deliverPush(page, bank.baseURL, JSON.stringify(payload))
    const shown = () => worker?.evaluate(() => Reflect.get(globalThis, 'shown'))
    await expect.poll(shown).toMatchObject([['Fable Bank', { body: 'Notifications were turned on for a device' }]])
    await page.goto('/dashboard')
    await expect(page.getByText('$321.00').first()).toBeVisible()
    await worker?.evaluate(clickNotification)
    await expect(page).toHaveURL(/\/dashboard\/settings\/notifications$/)

    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth/)
    expect(await page.evaluate(() => localStorage.getItem('pushDevice'))).toBeNull()
    await service.close()
  })
})

type Subscription = { endpoint: string; keys: Record<string, string> }

/** Chromium without a screen has neither a push service nor notifications: the subscription and the permission are ours. */
const stubSubscription = (page: Page, subscription: Subscription) =>
  page.addInitScript((json) => {
    const made = {
      endpoint: json.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => json,
      unsubscribe: async () => true,
    }
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return 'granted'
    }
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async () => made as never
  }, subscription)

/** As a push service would, through the browser's debugging protocol. */
async function deliverPush(page: Page, origin: string, data: string) {
  const debug = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await debug.send('ServiceWorker.enable')
  const registrationId = await registered
  await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

type WorkerScope = typeof globalThis & { registration: ServiceWorkerRegistration }

/** In the service worker, in place of showing them. */
function recordNotifications() {
  const shown: unknown[] = []
  Reflect.set(globalThis, 'shown', shown)
  ;(globalThis as WorkerScope).registration.showNotification = async (...notification) => void shown.push(notification)
}

function clickNotification() {
  const [[, { data }]] = Reflect.get(globalThis, 'shown')
  const click = Object.assign(new Event('notificationclick'), {
    notification: { data, close: () => {} },
    waitUntil: () => {},
  })
  globalThis.dispatchEvent(click)
}
