import { randomUUID } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_LIFETIME_MS } from '../access/known-devices.ts'
import type { SessionOrigin } from '../access/start-session.ts'
import type { Config } from '../platform/config/config.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { readLink, signLink } from '../platform/crypto/signed-links.ts'
import { plainAddress } from '../platform/runtime/client-network.ts'

const NAME = 'openteller_device'

export type DeviceCookie = ReturnType<typeof createDeviceCookie>

/**
 * The cookie that recognizes a browser: a random id and its expiry, signed. It authenticates nothing and carries no session:
 * with it, a sign-in still needs everything it needs without it.
 */
export function createDeviceCookie(keys: Pick<Keys, 'devices'>, { publicUrl }: Pick<Config, 'publicUrl'>) {
  return {
    /** A missing, forged or expired cookie is no error: the browser gets a new id, which no person knows. */
    originOf(request: FastifyRequest, at: Date): SessionOrigin {
      const token = parseCookie(request.headers.cookie ?? '')[NAME] ?? ''
      return {
        userAgent: request.headers['user-agent'] ?? '',
        address: plainAddress(request.ip),
        deviceId: readLink(keys.devices, 'known device', token, at)?.id ?? randomUUID(),
      }
    },
    /** After a successful sign-in or registration, for another 90 days. */
    set(reply: FastifyReply, { deviceId }: SessionOrigin, at: Date): void {
      const expiresAt = new Date(at.getTime() + DEVICE_LIFETIME_MS)
      const cookie = stringifySetCookie({
        name: NAME,
        value: signLink(keys.devices, 'known device', { id: deviceId, expiresAt }),
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        // Behind a trusted proxy, Fastify takes the protocol from its header.
        secure: publicUrl?.startsWith('https:') || reply.request.protocol === 'https',
        maxAge: DEVICE_LIFETIME_MS / 1000,
      })
      reply.header('set-cookie', cookie)
    },
  }
}
