/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope

type Payload = { title: string; body: string; url: string; tag: string; lang: string }

/** `renotify` is not in the library's types yet. */
type Options = NotificationOptions & { renotify: boolean }

/** Shows what the server pushed. It is encrypted for this browser; a device that was logged out gets nothing. */
export function handlePushes() {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data?.url))
  })
  // The page tells the server about the new subscription with the next visit.
  self.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription }
    const subscribed = oldSubscription && self.registration.pushManager.subscribe(oldSubscription.options)
    ;(event as ExtendableEvent).waitUntil(Promise.resolve(subscribed).catch(() => {}))
  })
}

async function show(data: PushMessageData | null) {
  const payload: Payload | undefined = data?.json()
  if (!payload) return
  const { title, body, url, tag, lang } = payload
  const windows = await openWindows()
  const options: Options = {
    body,
    tag,
    lang,
    icon: '/icon-192.png',
    data: { url },
    renotify: true,
    // The open page says it too; browsers ask that a push is always shown.
    silent: windows.some(({ focused }) => focused),
  }
  await self.registration.showNotification(title, options)
}

const openWindows = async () =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(({ url }) =>
    new URL(url).pathname.startsWith('/dashboard'),
  )

/** In a window of the online bank that is open, which loads nothing again; else in a new one. */
async function open(path: unknown) {
  const url = new URL(typeof path === 'string' ? path : '/dashboard', self.location.origin)
  if (url.origin !== self.location.origin) return
  const [window] = await openWindows()
  if (!window) return void (await self.clients.openWindow(url.href))
  // Refused unless a click is the reason; the page opens all the same.
  await window.focus().catch(() => {})
  window.postMessage({ type: 'OPEN_PAGE', path: url.pathname + url.search + url.hash })
}
