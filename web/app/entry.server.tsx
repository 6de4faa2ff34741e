import { PassThrough } from 'node:stream'
import type { Messages } from '@lingui/core'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { localeOfPath, SOURCE_LOCALE } from '#contract/locales.ts'
import { activate } from './shared/i18n/i18n.ts'
import { startRendering } from './shared/i18n/rendering.ts'

const catalogues = import.meta.glob<Messages>('../compiled-catalogues/public.*.json', {
  eager: true,
  import: 'default',
})

/**
 * Runs at build time only, once per prerendered page. `onAllReady` keeps React's streaming scripts out of the HTML.
 * Pages are rendered one after the other, so each can set the language of the texts.
 * Without this file the build would install the framework's default entry, which needs a bot detector.
 */
export default function renderPage(request: Request, status: number, headers: Headers, context: EntryContext) {
  const { pathname } = new URL(request.url)
  const locale = localeOfPath(pathname) ?? SOURCE_LOCALE
  activate(locale, [catalogues[`../compiled-catalogues/public.${locale}.json`] ?? {}])
  startRendering(context.isSpaMode ? 'shell' : 'page', pathname)
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html')
        pipe(body)
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
      },
      onShellError: reject,
      onError: reject,
    })
  })
}
