import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { LOCALES, type Locale, localeOfPath, offeredLocale, pathIn, SOURCE_LOCALE } from '#contract/locales.ts'
import { NOT_FOUND_PAGE, PRERENDERED_PAGES } from '#contract/settings/pages.ts'
import type { Config } from '../../platform/config/config.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type PagePreviews, previewTags } from '../page-preview.ts'
import { API_PREFIX } from '../requests/bind-routes.ts'
import { sendRefusal } from '../requests/errors.ts'
import { visitorLocale } from '../visitor-locale.ts'
import { type FilledPage, PageStore, PLACEHOLDER_FILE_NAMES, withTags } from './page-store.ts'

const YEAR_SECONDS = 31_536_000
/** Below it are files with a hash of their content in their name. */
export const ASSETS_PREFIX = '/assets/'
/** In no compressed form: the server chooses that. */
const ASSET_NAME = /^\w[\w.-]*(?<!\.(?:br|gz))$/

/** One route for both methods, as in bind-routes.ts. */
const PAGE_ROUTE = { method: ['GET', 'HEAD'], schema: { hide: true } } satisfies Partial<RouteOptions>

/** Serves the web application. An unknown path gets the 404 page; below /api, a JSON error. */
export async function registerPages(
  app: FastifyInstance,
  config: Config,
  directory: string | null,
  previews: PagePreviews = {},
): Promise<void> {
  const { institution, locales } = config
  const details = { institution, locales, ...(config.demo ? { demo: true as const } : {}) }
  const store = directory && (await PageStore.load(directory, details))
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(new Refusal('not_found'), request, reply)
  if (!directory || !store) {
    app.setNotFoundHandler(sendNotFound)
    return
  }

  const originOf = (request: FastifyRequest) => config.publicUrl ?? `${request.protocol}://${request.host}`
  const send = (address: string, request: FastifyRequest, reply: FastifyReply) =>
    sendPage(store.get(address, originOf(request)), request, reply)

  const sendWithPreview = async (address: string, request: FastifyRequest, reply: FastifyReply) => {
    const page = store.get(address, originOf(request))
    const locale = pageLocale(request, reply, locales)
    const title = await previews[address]?.(request.params as Record<string, string>, locale)
    return sendPage(title ? withTags(page, previewTags(title, institution.name)) : page, request, reply)
  }

  for (const address of store.addresses) {
    const isTranslated = (PRERENDERED_PAGES as readonly string[]).includes(address)
    const sendAddress = (request: FastifyRequest, reply: FastifyReply) => {
      if (address in previews) return sendWithPreview(address, request, reply)
      const locale = isTranslated ? pageLocale(request, reply, locales) : SOURCE_LOCALE
      if (locale === SOURCE_LOCALE) return send(address, request, reply)
      return reply.header('cache-control', 'no-cache').redirect(pathIn(locale, request.url), 302)
    }
    app.route({ ...PAGE_ROUTE, url: address, handler: sendAddress })
    // Trailing slashes redirect, so that each page has one URL.
    if (address !== '/' && !address.includes('.'))
      app.route({
        ...PAGE_ROUTE,
        url: `${address}/`,
        handler: (request, reply) => reply.redirect(withoutTrailingSlash(request.url), 308),
      })
  }
  await registerFiles(app, directory)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !isApi(request.url)
    if (!wantsPage) return sendNotFound(request, reply)
    const ofAddress = localeOfPath(request.url.split('?')[0] ?? '')
    const page = pageWithoutExtraLocale(request.url, locales)
    if (page !== null) return reply.header('cache-control', 'no-cache').redirect(page, 302)
    const locale = ofAddress && locales.includes(ofAddress) ? ofAddress : pageLocale(request, reply, locales)
    return send(pathIn(locale, NOT_FOUND_PAGE), request, reply.code(404))
  })
}

async function registerFiles(app: FastifyInstance, directory: string): Promise<void> {
  const cachedFor = (control: string): FastifyStaticOptions['setHeaders'] => {
    return (reply) => void reply.header('cache-control', control)
  }
  const options = { index: false, preCompressed: true, decorateReply: false, schemaHide: true } as const
  await app.register(fastifyStatic, {
    ...options,
    root: directory,
    wildcard: false,
    // Files with placeholders are only sent filled in.
    globIgnore: ['assets/**', '**/*.html', ...PLACEHOLDER_FILE_NAMES, '**/*.br', '**/*.gz'],
    setHeaders: cachedFor('public, max-age=3600'),
  })
  const assets = join(directory, 'assets')
  const names = new Set((await readdir(assets)).filter((name) => ASSET_NAME.test(name)))
  await app.register(fastifyStatic, {
    ...options,
    root: assets,
    serve: false,
    decorateReply: true,
    setHeaders: cachedFor(`public, max-age=${YEAR_SECONDS}, immutable`),
  })
  // One route for hundreds of files. The plugin's own would list the folder for every request.
  app.route<{ Params: { name: string } }>({
    ...PAGE_ROUTE,
    url: `${ASSETS_PREFIX}:name`,
    handler: ({ params }, reply) => (names.has(params.name) ? reply.sendFile(params.name) : reply.callNotFound()),
  })
}

/** The language of an address without a prefix: the visitor’s choice, then the browser’s, then the default. */
function pageLocale(request: FastifyRequest, reply: FastifyReply, locales: readonly Locale[]): Locale {
  if (locales.length > 1) reply.header('vary', 'accept-language, cookie')
  return visitorLocale(request, locales) ?? offeredLocale(null, locales)
}

/**
 * '/about' for '/fr/about' where French is not offered, and for '/en/about'; '/fr/about' for '/de/fr/about'. The router of
 * the browser takes them for pages, so a 404 page would not match. Null if the address has no such prefix.
 */
function pageWithoutExtraLocale(url: string, locales: readonly Locale[]): string | null {
  const [, first, rest = ''] = /^\/([\w-]+)(?![^/?])(.*)$/s.exec(url) ?? []
  const locale = LOCALES.find((known) => known === first)
  // One slash only: a browser would take '//host' for another site.
  const page = rest.replace(/^[/\\]*/, '/')
  const hasSecond = LOCALES.some((known) => new RegExp(`^/${known}(?:[/?]|$)`).test(page))
  const isExtra = locale === SOURCE_LOCALE || (locale && !locales.includes(locale)) || hasSecond
  return locale && isExtra ? page : null
}

const withoutTrailingSlash = (url: string) => url.replace(/\/+(?:\?.*)?$/, '')

const isApi = (url: string) => url === API_PREFIX || url.startsWith(`${API_PREFIX}/`)

function sendPage(page: FilledPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    'content-security-policy': page.policy,
    'cache-control': 'no-cache',
    etag: page.etag,
    vary: [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '),
  })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  const body = page.bodies[encoding]
  if (body && encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(page.type).send(body ?? page.bodies.identity)
}
