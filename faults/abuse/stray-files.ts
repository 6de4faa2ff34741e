import type { Campaign } from './campaign.ts'
import type { Answer } from './client.ts'

/** What lies about in a checkout or on a server, in the ways people have found such things. */
const STRAY = [
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/.npmrc',
  '/.data/app-secret',
  '/app-secret',
  '/server.json',
  '/server.log',
  '/package.json',
  '/package-lock.json',
  '/server/src/main.ts',
  '/server/migrations/0001-people-and-ledger.sql',
  '/build/web/client/index.html',
  '/__spa-fallback.html',
  '/index.html',
  '/login/index.html',
  '/assets',
  '/assets/',
  '/debug',
  '/server-status',
  '/wp-login.php',
  '/api/docs/static/../../../../package.json',
]
const CLIMBS = [
  '/../',
  '/..%2f',
  '/%2e%2e/',
  '/assets/../../',
  '/assets/..%2f..%2f',
  '/assets/%2e%2e/%2e%2e/',
  '/.%2e/',
  '/..%5c',
]
const CLIMBED = ['package.json', 'etc/passwd', '../../../../etc/passwd']
/** Ways to be sent on to somebody else by the bank's own address. */
const AWAY = [
  '//evil.example/',
  '//evil.example/login/',
  '/%2fevil.example/',
  '/login//evil.example/',
  '/login/?next=//evil.example',
]
const PAGES = ['/', '/login', '/about', '/services', '/contact', '/dashboard', '/nowhere-at-all']
const EVIL_HOST = 'evil.example"><script>alert(1)</script>'

const REQUIRED: [string, RegExp][] = [
  ['content-security-policy', /default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^same-origin$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['content-type', /^text\/html; charset=utf-8$/i],
]

function pageComplaints({ headers, text }: Answer): string[] {
  const missing = REQUIRED.filter(([name, value]) => !value.test(String(headers[name]))).map(([name]) => name)
  const policy = String(headers['content-security-policy'])
  return [
    ...missing.map((name) => `without a good ${name}`),
    ...(/unsafe-inline|unsafe-eval|https?:/.test(policy) ? ['with a policy that is too wide'] : []),
    ...(headers['set-cookie'] ? ['with a cookie'] : []),
    ...(text.includes('<script>alert(1)') ? ['with the visitor’s script in it'] : []),
  ]
}

/** Nothing is handed out but what was built to be, every page under its policy, and no method does more than it should. */
export async function strayFiles({ target, tried, breach }: Campaign): Promise<string> {
  const climbs = CLIMBS.flatMap((climb) => CLIMBED.map((file) => climb + file))
  for (const path of [...STRAY, ...climbs]) {
    tried()
    const { status, text } = await target.client.send({ method: 'GET', path })
    if (status !== 404 && status !== 400) breach(`${path} is handed out: ${status}`)
    if (/root:.*:0:0:|"lockfileVersion"|"devDependencies"/.test(text)) breach(`${path} leads out of the bundle`)
  }
  for (const path of PAGES)
    for (const headers of [{}, { host: EVIL_HOST }, { 'x-forwarded-host': EVIL_HOST }]) {
      tried()
      const page = await target.client.send({ method: 'GET', path, headers })
      if (page.status >= 500) breach(`${path} with ${JSON.stringify(headers)}: ${page.status}`)
      if (page.status !== 400) for (const wrong of pageComplaints(page)) breach(`${path} is handed out ${wrong}`)
    }
  for (const path of AWAY) {
    tried()
    const { headers } = await target.client.send({ method: 'GET', path })
    if (headers.location && !/^\/(?![/\\])/.test(headers.location)) breach(`${path} leads away, to ${headers.location}`)
  }
  for (const method of ['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND']) {
    tried()
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const answer = await target.client.send({ method, path: '/', headers: origin })
    const allowed = Object.keys(answer.headers).some((name) => name.startsWith('access-control-'))
    if (answer.status < 400 || allowed) breach(`${method} /: ${answer.status}`)
  }
  return `${STRAY.length + climbs.length} addresses of what is not to be had, ${PAGES.length} pages`
}
