/** What XML 1.0 has no way to write, not even escaped: control characters, lone surrogates and two non-characters. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character)

/** An element around others, as XML. Empty when all of them are: in both formats an empty element is invalid. */
export const group = (name: string, ...children: string[]): string => {
  const content = children.join('')
  return content && `<${name}>${content}</${name}>`
}

/** An element with text. Empty when there is none. `max` counts characters as XML Schema does: code points. */
export const element = (name: string, text: string, max?: number): string => {
  const content = escapeXml(max === undefined ? text : shorten(text, max))
  return content && `<${name}>${content}</${name}>`
}

const graphemes = new Intl.Segmenter()

/** As much of the text as fits, on one line. An emoji or an accented letter of several code points is kept whole or dropped. */
export function shorten(text: string, max: number): string {
  const clean = text.replace(FORBIDDEN, '').replace(/\s+/g, ' ').trim()
  if (clean.length <= max) return clean
  let fitting = ''
  let count = 0
  for (const { segment } of graphemes.segment(clean)) {
    count += [...segment].length
    if (count > max) break
    fitting += segment
  }
  return fitting.trim()
}
