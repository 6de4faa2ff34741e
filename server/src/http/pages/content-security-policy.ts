import { createHash } from 'node:crypto'

const SCRIPT = /<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/gi

/** Hashes of a page's inline scripts. Data blocks are not executed, and 'self' covers scripts with a source. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const { groups } of html.matchAll(SCRIPT)) {
    const { attributes = '', text = '' } = groups ?? {}
    if (/\bsrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return [...hashes]
}

/** Same origin only, no inline code except what the build wrote, no framing. Blobs are images: previews and receipts. A worker parses PDFs. */
export function pagePolicy(html: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScriptHashes(html).join(' ')}`.trim(),
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "worker-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
