import type { IncomingHttpHeaders } from 'node:http'
import { type Browser, createBrowser, decrypt, keysOf, readVapid } from '../server/test/push-receiver.ts'
import { ExternalServer } from './external-server.ts'

/** A browser that asked for push notifications, and what it was sent. */
export type Subscription = {
  browser: Browser
  personId: string
  /** Null until the bank has acknowledged it. */
  deviceId: string | null
  addedAt: number
  /**
   * `live`: each notification must arrive. `logged out`: none may that was made later. `withdrawn`: the push service answers that it
   * is gone. `abandoned`: withdrawn too, but a late request may add it again.
   */
  state: 'new' | 'live' | 'logged out' | 'withdrawn' | 'abandoned'
  /** The last notification of the person when the device was added, and when its session was known to be ended. */
  addedAfter: number
  endedAt: number
  /** Kind and number of each notification that arrived, repetitions included. */
  tags: string[]
  /** The bank was told that it is withdrawn. */
  mustBeRemoved: boolean
}

/** The push service of all browsers: verifies the bank's token, and decrypts as the browser would. */
export class PushService {
  readonly subscriptions: Subscription[] = []
  readonly errors: string[] = []
  readonly server = new ExternalServer(({ url = '', headers }, body) => this.#accept(url, headers, body))
  #publicKey: string | null = null

  /** For the next campaign, with another database. */
  reset(): void {
    this.subscriptions.length = 0
    this.errors.length = 0
    this.#publicKey = null
  }

  /** What a page gives to the browser: all servers must have the same key. */
  trustKey(publicKey: string): void {
    this.#publicKey ??= publicKey
    if (this.#publicKey !== publicKey) this.errors.push('The servers have different keys')
  }

  subscribe(personId: string): Subscription {
    const subscription: Subscription = {
      browser: createBrowser(),
      personId,
      deviceId: null,
      state: 'new',
      addedAt: Date.now(),
      addedAfter: 0,
      endedAt: 0,
      tags: [],
      mustBeRemoved: false,
    }
    this.subscriptions.push(subscription)
    return subscription
  }

  toBody = ({ browser }: Subscription) => ({
    endpoint: this.server.origin + browser.path,
    keys: keysOf(browser),
  })

  #accept(path: string, headers: IncomingHttpHeaders, body: Buffer): number {
    const subscription = this.subscriptions.find(({ browser }) => browser.path === path)
    if (!subscription) return 404
    const { state } = subscription
    if (state === 'withdrawn') subscription.mustBeRemoved = true
    if (state === 'withdrawn' || state === 'abandoned') return 410
    try {
      readVapid(headers.authorization ?? '', this.#publicKey ?? '')
      subscription.tags.push(decrypt(body, subscription.browser).tag)
      return 201
    } catch (error) {
      this.errors.push(`A push to a browser of ${subscription.personId}: ${(error as Error).message}`)
      return 400
    }
  }
}
