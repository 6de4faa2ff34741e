import type { Text } from '#contract/text.ts'
import { type Line, type TextStyle, toClusters, toLine } from './text-runs.ts'

type Clusters = ReturnType<typeof toClusters>

/** Breaks at spaces and after hyphens and slashes, and inside of a word only where it is wider than a whole line. */
export function wrapText(text: Text, style: TextStyle, maxWidth: number): Line[] {
  return text.split(/\r?\n/).flatMap((paragraph) => wrapParagraph(toClusters(paragraph, style.family), style, maxWidth))
}

export const oneLine = (text: Text, style: TextStyle): Line => toLine(toClusters(text, style.family), style)

function wrapParagraph(all: Clusters, style: TextStyle, maxWidth: number): Line[] {
  const whole = toLine(trim(all), style)
  if (whole.width <= maxWidth) return [whole]
  const widthOf = (clusters: Clusters) => toLine(clusters, style).width
  const lines: Line[] = []
  let current: Clusters = []
  let width = 0
  for (const part of wordsOf(all).flatMap((word) => pieces(word, style, maxWidth))) {
    if (current.length > 0 && width + widthOf(trim(part)) > maxWidth) {
      lines.push(toLine(trim(current), style))
      current = []
      width = 0
    }
    current.push(...part)
    width += widthOf(part)
  }
  return [...lines, toLine(trim(current), style)]
}

function trim(clusters: Clusters): Clusters {
  const first = clusters.findIndex(({ text }) => text !== ' ')
  const last = clusters.findLastIndex(({ text }) => text !== ' ')
  return first < 0 ? [] : clusters.slice(first, last + 1)
}

/** Each with the space, hyphen or slash that ends it. */
function wordsOf(clusters: Clusters): Clusters[] {
  const words: Clusters[] = [[]]
  for (const cluster of clusters) {
    words.at(-1)?.push(cluster)
    if (/^[ \-/]$/.test(cluster.text)) words.push([])
  }
  return words.filter((word) => word.length > 0)
}

function pieces(word: Clusters, style: TextStyle, maxWidth: number): Clusters[] {
  if (toLine(trim(word), style).width <= maxWidth) return [word]
  const parts: Clusters[] = []
  let piece: Clusters = []
  for (const cluster of word) {
    if (piece.length > 0 && toLine([...piece, cluster], style).width > maxWidth) {
      parts.push(piece)
      piece = []
    }
    piece.push(cluster)
  }
  return [...parts, piece]
}
