import type { HttpResponse } from '../http-client.ts'
import type { Campaign } from './campaign.ts'

/** Files of a checkout or a server that attackers commonly request. */
const STRAY = [
  '/.git/config',
  '/.git/HEAD',
  '/demo/mail',
  '/api/demo/mail',
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
const TRAVERSALS = [
  '/../',
  '/..%2f',
  '/%2e%2e/',
  '/assets/../../',
  '/assets/..%2f..%2f',
  '/assets/%2e%2e/%2e%2e/',
  '/.%2e/',
  '/..%5c',
]
const TRAVERSAL_TARGETS = ['package.json', 'etc/passwd', '../../../../etc/passwd']
/** Open redirects to another site. */
const REDIRECTS = [
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

function pageProblems({ headers, text }: HttpResponse): string[] {
  const missing = REQUIRED.filter(([name, value]) => !value.test(String(headers[name]))).map(([name]) => name)
  const policy = String(headers['content-security-policy'])
  return [
    ...missing.map((name) => `without a correct ${name}`),
    ...(/unsafe-inline|unsafe-eval|https?:/.test(policy) ? ['with a policy that allows too much'] : []),
    ...(headers['set-cookie'] ? ['with a cookie'] : []),
    ...(text.includes('<script>alert(1)') ? ['with a reflected script'] : []),
  ]
}

/** The server serves only the built files, each page with its security headers, and refuses unexpected methods. */
export async function strayFiles({ target, tried, breach }: Campaign): Promise<string> {
  const traversals = TRAVERSALS.flatMap((prefix) => TRAVERSAL_TARGETS.map((file) => prefix + file))
  for (const path of [...STRAY, ...traversals]) {
    tried()
    const { status, text } = await target.client.send({ method: 'GET', path })
    if (status !== 404 && status !== 400) breach(`${path} is served: ${status}`)
    if (/root:.*:0:0:|"lockfileVersion"|"devDependencies"/.test(text)) breach(`${path} leaves the web folder`)
  }
  for (const path of PAGES)
    for (const headers of [{}, { host: EVIL_HOST }, { 'x-forwarded-host': EVIL_HOST }]) {
      tried()
      const page = await target.client.send({ method: 'GET', path, headers })
      if (page.status >= 500) breach(`${path} with ${JSON.stringify(headers)}: ${page.status}`)
      if (page.status !== 400) for (const problem of pageProblems(page)) breach(`${path} is served ${problem}`)
    }
  for (const path of REDIRECTS) {
    tried()
    const { headers } = await target.client.send({ method: 'GET', path })
    if (headers.location && !/^\/(?![/\\])/.test(headers.location)) breach(`${path} redirects to ${headers.location}`)
  }
  for (const method of ['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND']) {
    tried()
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const response = await target.client.send({ method, path: '/', headers: origin })
    const allowed = Object.keys(response.headers).some((name) => name.startsWith('access-control-'))
    if (response.status < 400 || allowed) breach(`${method} /: ${response.status}`)
  }
  return `${STRAY.length + traversals.length} paths that must not be served, ${PAGES.length} pages`
}
