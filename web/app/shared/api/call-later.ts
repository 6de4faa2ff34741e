import type { Endpoint, ResponseBody } from '#contract/endpoint.ts'
import type { Arguments } from './call.ts'

/** As `call`, whose code is loaded with the first request: few visitors of the public pages send one. */
export async function callLater<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...request: Arguments<E>
): Promise<ResponseBody<E>> {
  const { call } = await import('./call.ts')
  return call<E>(method, path, ...request)
}
