import type { Text } from '#contract/text.ts'
import type { Texts } from '../texts/texts.ts'
import type { Face } from './faces.ts'
import { loadPdfkit } from './libraries.ts'
import { featuresOf, type Line, type Run, type TextStyle } from './text-runs.ts'

export type Paper = 'A4' | 'Letter'
export type Element = PDFKit.PDFStructureElement
export type Box = { x: number; y: number; width: number; height: number }

export type PdfProperties = { title: Text; author: string; issuedAt: Date; paper: Paper; texts: Texts }
export type Placement = { x: number; baseline: number; align?: 'left' | 'right' | 'center' }

const PRODUCER = 'Openteller'

/**
 * A tagged PDF (PDF/UA), written page by page: what is finished leaves with `takeWritten`, so that a long document is never
 * held as a whole. The same calls give the same bytes: all dates are the time of issue, and the file id is derived from them.
 *
 * Callers place everything as on a page that is read from left to right. In a right-to-left language the writer mirrors
 * the places, so that no layout has a second version.
 */
export class PdfWriter {
  readonly #doc: PDFKit.PDFDocument
  readonly #root: Element
  readonly #fonts = new Set<Face>()
  readonly #mirrored: boolean
  /** Within a figure: how far it is moved, unturned. Null: outside. */
  #moved: number | null = null

  constructor({ title, author, issuedAt, paper, texts }: PdfProperties) {
    this.#mirrored = texts.direction === 'rtl'
    const PDFDocument = loadPdfkit()
    this.#doc = new PDFDocument({
      size: paper === 'A4' ? 'A4' : 'LETTER',
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      lang: texts.locale,
      displayTitle: true,
      autoFirstPage: false,
      // The cache would keep every word of a long document.
      fontLayoutCache: false,
      // Otherwise pdfkit loads Helvetica, which it does not embed.
      font: null,
      info: { Title: title, Author: plain(author), Creator: PRODUCER, Producer: PRODUCER, CreationDate: issuedAt },
    } as unknown as PDFKit.PDFDocumentOptions)
    this.#root = this.#doc.struct('Document')
    this.#doc.addStructure(this.#root)
  }

  get width(): number {
    return this.#doc.page.width
  }

  get height(): number {
    return this.#doc.page.height
  }

  addPage(): void {
    this.#doc.addPage()
  }

  /** A container of the structure, such as Table or TR. The caller ends it. */
  open(type: string, parent: Element = this.#root): Element {
    const element = this.#doc.struct(type)
    parent.add(element)
    return element
  }

  /** A structure element with its content. */
  tag(type: string, draw: () => void, { parent = this.#root, ...options }: TagOptions = {}): void {
    parent.add(this.#doc.struct(type, options, [draw]))
  }

  /** An image: readers without sight hear its alternative text. */
  figure(alt: Text, box: Box, draw: () => void, parent?: Element): void {
    const { y, width, height } = box
    const x = this.#leftOf(box)
    const options = { alt, bbox: [x, y, x + width, y + height] as [number, number, number, number] }
    this.tag('Figure', () => this.unturned(box, draw), { ...options, ...(parent ? { parent } : {}) })
  }

  /** A logo or a code is moved to the other side, but not turned. */
  unturned(box: Box, draw: () => void): void {
    this.#moved = this.#leftOf(box) - box.x
    draw()
    this.#moved = null
  }

  #leftOf({ x, width }: { x: number; width: number }): number {
    if (this.#moved !== null) return x + this.#moved
    return this.#mirrored ? this.width - x - width : x
  }

  /** A link to a page of the web. */
  link(url: string, { x, y, width, height }: Box, draw: () => void): void {
    const paragraph = this.open('P')
    const element = this.open('Link', paragraph)
    element.add(draw)
    const options = { structParent: element, Contents: new String(url) }
    this.#doc.link(
      this.#leftOf({ x, width }),
      y,
      width,
      height,
      url,
      options as unknown as PDFKit.Mixins.AnnotationOption,
    )
    paragraph.end()
  }

  /** What is no content: rules, backgrounds, headers and footers. */
  artifact(type: 'Pagination' | 'Layout' | 'Background', draw: () => void): void {
    this.#doc.markContent('Artifact', { type } as PDFKit.Mixins.MarkingOptions)
    draw()
    this.#doc.endMarkedContent()
  }

  text({ runs, width }: Line, style: TextStyle, { x, baseline, align = 'left' }: Placement): void {
    const start = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
    let left = this.#leftOf({ x: start, width })
    for (const run of runs) {
      // Readers see the glyphs, and copy, find or hear the text itself.
      const actual = needsActualText(run)
      if (actual) this.#doc.markContent('Span', { actual: run.source })
      this.#use(run.face)
      this.#doc.fontSize(style.size).fillColor(style.color)
      const features = featuresOf(style, run.text)
      const options = { lineBreak: false, baseline: 'alphabetic', textWidth: run.width, features }
      this.#doc.text(run.text, left, baseline, options as unknown as PDFKit.Mixins.TextOptions)
      if (actual) this.#doc.endMarkedContent()
      left += run.width
    }
  }

  rule(y: number, [from, to]: readonly [from: number, to: number], color: string, thickness = 0.6): void {
    const left = this.#leftOf({ x: from, width: to - from })
    this.#doc
      .lineWidth(thickness)
      .strokeColor(color)
      .moveTo(left, y)
      .lineTo(left + to - from, y)
      .stroke()
  }

  fill(box: Box, color: string, radius = 0): void {
    const { y, width, height } = box
    const x = this.#leftOf(box)
    if (radius > 0) this.#doc.roundedRect(x, y, width, height, radius).fill(color)
    else this.#doc.rect(x, y, width, height).fill(color)
  }

  circle(x: number, y: number, radius: number, color: string): void {
    this.#doc.circle(this.#leftOf({ x, width: 0 }), y, radius).fill(color)
  }

  /** Many rectangles as one path: no seams between them. */
  fillAll(boxes: readonly Box[], color: string): void {
    for (const box of boxes) this.#doc.rect(this.#leftOf(box), box.y, box.width, box.height)
    this.#doc.fill(color)
  }

  /** An SVG path, scaled and moved. */
  path(data: string, { x, y, scale }: { x: number; y: number; scale: number }, color: string): void {
    this.#doc
      .save()
      .translate(this.#leftOf({ x, width: 0 }), y)
      .scale(scale)
      .path(data)
      .fill(color)
      .restore()
  }

  rotated(degrees: number, origin: [x: number, y: number], draw: () => void): void {
    this.#doc.save().rotate(degrees, { origin })
    draw()
    this.#doc.restore()
  }

  /** What is written since the last call. */
  *takeWritten(): Generator<Uint8Array> {
    for (let chunk = this.#doc.read(); chunk !== null; chunk = this.#doc.read()) yield chunk
  }

  end(): void {
    this.#root.end()
    this.#doc.end()
  }

  #use(face: Face): void {
    // A parsed font is accepted in place of its bytes, so that each file is parsed once per process.
    if (!this.#fonts.has(face)) this.#doc.registerFont(face.name, face.font as never)
    this.#fonts.add(face)
    this.#doc.font(face.name)
  }
}

/** A replaced character, and Arabic: its letters share glyphs without dots, so that a glyph does not tell the letter. */
const needsActualText = ({ isReplaced, source }: Run) => isReplaced || /\p{Script=Arabic}/u.test(source)

type TagOptions = { parent?: Element; alt?: string; bbox?: [number, number, number, number]; scope?: 'Row' | 'Column' }

/** pdfkit puts it into XML as it is. */
const plain = (name: string) => name.replaceAll('&', 'and').replace(/[<>]/g, '')
