import { type Text, verbatim } from '#contract/text.ts'

export type TextPart = { text: Text; href?: string }

const LINK = /https?:\/\/[^\s<>"'`\\{}|^]+/gi
/** Punctuation after a URL belongs to the sentence; a closing bracket belongs to the URL if it was opened there. */
const TRAILING = /[.,;:!?)\]]+$/

/** Splits a text into links and plain text. Only http and https: other schemes can execute code. */
export function splitLinks(text: Text): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const url = trimEnd(match[0])
    const href = safeUrl(url)
    if (!href) continue
    if (match.index > end) parts.push({ text: verbatim(text.slice(end, match.index)) })
    parts.push({ text: verbatim(url), href })
    end = match.index + url.length
  }
  if (end < text.length) parts.push({ text: verbatim(text.slice(end)) })
  return parts
}

function trimEnd(url: string): string {
  const tail = TRAILING.exec(url)?.[0] ?? ''
  const bare = url.slice(0, url.length - tail.length)
  return tail.startsWith(')') && bare.includes('(') ? `${bare})` : bare
}

function safeUrl(url: string): string | null {
  try {
    const parsed = new URL(url)
    // A user name before the host can make a URL look like another site.
    return /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password ? parsed.href : null
  } catch {
    return null
  }
}
