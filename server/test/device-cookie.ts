import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

/** The device cookie that a response sets, as a `Cookie` header. */
export function cookieOf(response: LightMyRequestResponse): string {
  const [cookie, ...others] = response.cookies
  expect([cookie?.name, others]).toEqual(['openteller_device', []])
  return `${cookie?.name}=${cookie?.value}`
}
