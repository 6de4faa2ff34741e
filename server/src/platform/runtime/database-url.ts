/** The forms of libpq that the bank understands; the message says what is wrong and never repeats the URL. */
export type DatabaseUrls = {
  /** One URL per host, in the order in which they are tried. */
  urls: readonly string[]
  /** Whether a host that accepts no writes is passed over. */
  needsWrites: boolean
}

const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)(.*)$/s
const TARGET = 'target_session_attrs'
const WRITABLE = ['read-write', 'primary']

/** Splits `postgres://user:password@one:5432,two:5432/bank?target_session_attrs=read-write`. */
export function parseDatabaseUrl(text: string): DatabaseUrls | { problem: string } {
  const [, scheme, login, authority, rest] = PARTS.exec(text) ?? []
  if (scheme === undefined || authority === undefined)
    return { problem: 'must be a URL of the form postgres://… or postgresql://….' }
  const hosts = authority.split(',')
  if (hosts.length > 1 && hosts.includes('')) return { problem: 'must name a host between its commas.' }
  const parsed = hosts.map((host) => URL.parse(`${scheme}${login}${host}${rest}`))
  const [first] = parsed
  if (!first || parsed.includes(null)) return { problem: 'must be a URL of the form postgres://… or postgresql://….' }
  // PostgreSQL alone may name its host in the query (a socket directory).
  const inQuery = first.searchParams.get('host')
  if (!first.hostname && !inQuery) return { problem: 'must name a host.' }
  if (inQuery?.includes(',') || (inQuery && hosts.length > 1))
    return { problem: 'must name several hosts before the name of the database: postgres://…@one:5432,two:5432/bank.' }
  const target = first.searchParams.get(TARGET)
  if (target !== null && target !== 'any' && !WRITABLE.includes(target))
    return { problem: `must have ${TARGET} read-write, primary or any: the bank writes.` }
  const urls = parsed.flatMap((url) => {
    if (!url) return []
    url.searchParams.delete(TARGET)
    return [url.toString()]
  })
  return { urls, needsWrites: target === null ? hosts.length > 1 : WRITABLE.includes(target) }
}
