import { FACES, type Face, type Family } from './faces.ts'
import { loadBidi } from './libraries.ts'

export type TextStyle = Readonly<{
  family: Family
  size: number
  color: string
  /** Figures of equal width, for columns of amounts and dates. */
  tabular?: boolean
}>

/** What a reader sees as one character. No font has it: another one is drawn in its place. */
type Cluster = { text: string; source: string; face: Face; isReplaced: boolean }

const DASH = '-'

/** Text in one face and one direction. Runs of a line are in visual order, from left to right. */
export type Run = { text: string; source: string; face: Face; isReplaced: boolean; width: number }
export type Line = { runs: readonly Run[]; width: number }

const REPLACEMENT = '\u25a1'
/** More combining marks on one letter would run into the lines above and below. */
const MAX_MARKS = 3

const ZERO_WIDTH_NON_JOINER = '\u200c'
const SIMPLE = /^[\x20-\x7e]*$/
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Begin and end a part with a direction of its own. They have no glyph. */
const ISOLATES = /[\u2066-\u2069]/

/** Without control characters; bidirectional marks and other invisible characters are dropped with their cluster. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\t\r\n]+/gu, ' ')
    .replace(/\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e]/gu, '')

export function toClusters(text: string, family: Family): Cluster[] {
  const cleaned = clean(text)
  const parts = SIMPLE.test(cleaned) ? [...cleaned] : Array.from(graphemes.segment(cleaned), ({ segment }) => segment)
  return parts.flatMap((part) => {
    if (ISOLATES.test(part)) return isolatesIn(part, FACES[family][0])
    const known = KNOWN[family]
    const cluster = known.get(part) ?? toCluster(part, FACES[family])
    if (known.size < MAX_KNOWN) known.set(part, cluster)
    return cluster
  })
}

/** Few different characters occur; finding the face of each one again would be half of the work of breaking lines. */
const KNOWN: Record<Family, Map<string, readonly Cluster[]>> = {
  regular: new Map(),
  semibold: new Map(),
  display: new Map(),
}
const MAX_KNOWN = 5_000

function toCluster(source: string, faces: readonly Face[]): readonly Cluster[] {
  const visible = [...source].filter(
    (character) => character === ZERO_WIDTH_NON_JOINER || !/\p{Default_Ignorable_Code_Point}/u.test(character),
  )
  const [base] = visible
  if (base === undefined || base === ZERO_WIDTH_NON_JOINER) return []
  const covers = (face: Face, character: string) => face.covers(character.codePointAt(0) ?? 0)
  const face =
    faces.find((candidate) => visible.every((character) => covers(candidate, character))) ??
    faces.find((candidate) => covers(candidate, base))
  if (!face) return [replacementFor(source, faces)]
  const text = visible.filter((character) => covers(face, character)).slice(0, 1 + MAX_MARKS)
  return [{ text: text.join(''), source, face, isReplaced: false }]
}

/** Segmentation leaves each alone, or a row of them together. */
const isolatesIn = (part: string, face: Face): Cluster[] =>
  [...part].filter((mark) => ISOLATES.test(mark)).map((source) => ({ text: '', source, face, isReplaced: false }))

function replacementFor(source: string, faces: readonly Face[]): Cluster {
  const face = faces.find((candidate) => candidate.covers(REPLACEMENT.codePointAt(0) ?? 0))
  if (!face) throw new Error('No face has the replacement character')
  return { text: REPLACEMENT, source, face, isReplaced: true }
}

/** One line, in visual order. */
export function toLine(clusters: readonly Cluster[], style: TextStyle): Line {
  const runs = toRuns(clusters, style).map((run) => ({ ...run, width: widthOf(run, style) }))
  return { runs, width: runs.reduce((width, run) => width + run.width, 0) }
}

/**
 * Contextual alternates are off: in Inter they are most of the work, and change arrows only. The tabular dash of Inter is as
 * wide as a figure, which looks like a space before the amount.
 */
export const featuresOf = ({ tabular = false }: TextStyle, text: string): Record<string, boolean> => ({
  calt: false,
  ...(tabular && text !== DASH ? { tnum: true } : {}),
})

function widthOf({ text, face: { font } }: Pick<Run, 'text' | 'face'>, style: TextStyle): number {
  return (font.layout(text, featuresOf(style, text)).advanceWidth / font.unitsPerEm) * style.size
}

type LevelRun = { clusters: [Cluster, ...Cluster[]]; level: number }

function toRuns(clusters: readonly Cluster[], { tabular = false }: TextStyle): Omit<Run, 'width'>[] {
  // A replaced character stays alone: it has an actual text of its own.
  const isAlone = ({ text, isReplaced }: Cluster) => isReplaced || (tabular && text === DASH)
  const joins = (first: Cluster, next: Cluster) => first.face === next.face && !isAlone(first) && !isAlone(next)
  const levels = levelsOf(clusters)
  const runs: LevelRun[] = []
  for (const [index, cluster] of clusters.entries()) {
    if (cluster.text === '') continue
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    if (last && last.level === level && joins(last.clusters[0], cluster)) last.clusters.push(cluster)
    else runs.push({ clusters: [cluster], level })
  }
  return inVisualOrder(runs).map(toVisualRun)
}

/** The embedding level of each cluster, by the Unicode bidirectional algorithm; the first strong character sets the base. */
function levelsOf(clusters: readonly Cluster[]): number[] {
  const sources = clusters.map(({ source }) => source)
  const text = sources.join('')
  if (!RIGHT_TO_LEFT.test(text)) return []
  const { levels } = loadBidi().getEmbeddingLevels(text)
  let offset = 0
  return sources.map((source) => {
    const level = levels[offset] ?? 0
    offset += source.length
    return level
  })
}

/** Rule L2: from the highest level to the lowest odd one, every sequence at that level or above is reversed. */
function inVisualOrder(runs: LevelRun[]): LevelRun[] {
  let ordered = runs
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    const next: LevelRun[] = []
    let reversed: LevelRun[] = []
    for (const run of ordered) {
      if (run.level >= level) reversed.unshift(run)
      else {
        next.push(...reversed, run)
        reversed = []
      }
    }
    ordered = [...next, ...reversed]
  }
  return ordered
}

/** The font's shaper reverses letters of right-to-left scripts itself; it knows nothing of brackets and spaces between them. */
function toVisualRun({ clusters, level }: LevelRun): Omit<Run, 'width'> {
  const [{ face, isReplaced }] = clusters
  const source = clusters.map((cluster) => cluster.source).join('')
  const texts = clusters.map(({ text }) => (level % 2 === 1 ? (loadBidi().getMirroredCharacter(text) ?? text) : text))
  const reverses = level % 2 === 1 && !RIGHT_TO_LEFT.test(source)
  return { text: (reverses ? texts.toReversed() : texts).join(''), source, face, isReplaced }
}
