import type { addPushDevice, readPush, removePushDevice, renewPushDevice } from '#contract/notifications/push.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { readDevice, storeDevice } from './stored-device.ts'

/** `not installed`: Safari on a phone has notifications only for an installed app. */
export type PushSupport = 'yes' | 'blocked' | 'not installed' | 'no'

export function pushSupport(): PushSupport {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isSupported || import.meta.env.DEV)
    return 'standalone' in navigator && navigator.standalone === false ? 'not installed' : 'no'
  return Notification.permission === 'denied' ? 'blocked' : 'yes'
}

export const pushQuery = {
  queryKey: ['push'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof readPush>('GET', '/push', { signal }),
}

/** Null while no service worker is registered, as in a private window. */
const pushManager = async () => (await navigator.serviceWorker.getRegistration())?.pushManager ?? null

/** The browser asks at once: it does so only for a moment after a click. */
export async function turnOn(): Promise<'on' | 'not allowed' | 'no service worker'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'not allowed'
  const manager = await pushManager()
  if (!manager) return 'no service worker'
  const { publicKey } = await queryClient.fetchQuery(pushQuery)
  const subscription = await subscribe(manager, publicKey)
  try {
    const { _id: id } = await call<typeof addPushDevice>('POST', '/push/devices', { body: toBody(subscription) })
    storeDevice({ id, endpoint: subscription.endpoint })
    return 'on'
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/** A subscription for another key, from before the bank changed it, is replaced. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const present = await manager.getSubscription()
  if (present && keyOf(present) === publicKey) return present
  await present?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function keyOf({ options }: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? []))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function toBody(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

export async function turnOff() {
  const device = readDevice()
  if (device) await call<typeof removePushDevice>('DELETE', '/push/devices/:id', { params: { id: device.id } })
  await forgetDevice()
}

/** In this browser only: the server has removed the device, or does so when the push service no longer knows it. */
export async function forgetDevice() {
  storeDevice(null)
  await (await (await pushManager())?.getSubscription())?.unsubscribe()
}

/** With each visit and each new log-in: binds the device to this session. One that the server does not know as this person’s is forgotten. */
export async function renewDevice() {
  const device = readDevice()
  const manager = await pushManager()
  if (!device || !manager || Notification.permission !== 'granted') return
  try {
    const { publicKey } = await queryClient.fetchQuery(pushQuery)
    const subscription = await subscribe(manager, publicKey)
    const body = { ...toBody(subscription), previousEndpoint: device.endpoint }
    await call<typeof renewPushDevice>('PUT', '/push/devices/:id', { params: { id: device.id }, body })
    storeDevice({ ...device, endpoint: subscription.endpoint })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) await forgetDevice()
  }
}
