import { API_V1_PREFIX } from './requests/bind-routes.ts'
import type { Call } from './route.ts'

/** Link header of the next page: the same request with these parameters changed, in the version that the client uses. */
export function linkNext({ request, reply }: Pick<Call, 'request' | 'reply'>, changed: Record<string, string>): void {
  const isVersioned = request.originalUrl.startsWith(`${API_V1_PREFIX}/`)
  const address = new URL(isVersioned ? request.originalUrl : request.url, 'http://bank')
  for (const [name, value] of Object.entries(changed)) address.searchParams.set(name, value)
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`)
}

/**
 * A list reads at least one row more than it shows, to know whether there is a next page. `cursorOf` gets the last row
 * shown.
 */
export function pageOf<Row>(
  call: Pick<Call, 'request' | 'reply'>,
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => Record<string, string>,
): Row[] {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  if (rows.length > limit && last !== undefined) linkNext(call, cursorOf(last))
  return shown
}
