import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, GlyphRun } from 'fontkit'
import { loadFontkit } from './libraries.ts'

const { resolve } = createRequire(import.meta.url)

/** Of one face. Names, dates and banks repeat in a document; the cache starts again when it is full. */
const MAX_CACHED = 4_000

/** A font file: one weight of a family. It is read when a character first needs it. */
export class Face {
  /** The name under which pdfkit knows it. */
  readonly name: string
  readonly #file: string
  #font: Font | null = null

  constructor(family: string, name: string, weight: string) {
    this.name = `${name}_${weight}`
    this.#file = `@expo-google-fonts/${family}/${weight}/${this.name}.ttf`
  }

  get font(): Font {
    if (!this.#font) {
      const bytes = readFileSync(resolve(this.#file))
      // Only a collection file holds several fonts.
      const open = () => loadFontkit().create(bytes) as Font
      this.#font = forManyDocuments(open(), () => open().createSubset())
    }
    return this.#font
  }

  covers(codePoint: number): boolean {
    return this.font.hasGlyphForCodePoint(codePoint)
  }
}

/**
 * Shaping is most of the work of a document, and each text is shaped three times: to break lines, and twice by pdfkit to
 * draw it. pdfkit scales the positions that it gets in place, so that it needs copies.
 *
 * A subset is written from a font of its own. fontkit remembers the parts of composite glyphs (the dots of a colon) without
 * their characters, so that later documents would show them but could not be searched or read aloud.
 */
function forManyDocuments(font: Font, createSubset: Font['createSubset']): Font {
  const cache = new Map<string, GlyphRun>()
  const layout: Font['layout'] = (text, features) => {
    const key = `${JSON.stringify(features)} ${text}`
    const run = cache.get(key) ?? font.layout(text, features)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(key, run)
    const { glyphs, advanceWidth } = run
    return { glyphs, advanceWidth, positions: run.positions.map((position) => ({ ...position })) } as GlyphRun
  }
  return Object.create(font, { layout: { value: layout }, createSubset: { value: createSubset } }) as Font
}

const sans = (weight: string): Face[] => [
  new Face('inter', 'Inter', weight),
  new Face('noto-sans-arabic', 'NotoSansArabic', weight),
  new Face('noto-sans-hebrew', 'NotoSansHebrew', weight),
]

const regular = sans('400Regular')
const semibold = sans('600SemiBold')

/** Each character is drawn with the first face that has it. */
export const FACES = {
  regular,
  semibold,
  display: [new Face('fraunces', 'Fraunces', '600SemiBold'), ...semibold],
} as const satisfies Record<string, readonly Face[]>

export type Family = keyof typeof FACES
