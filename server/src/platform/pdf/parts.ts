import type { Text } from '#contract/text.ts'
import type { Texts } from '../texts/texts.ts'
import { type Block, colored, type Frame, STYLES } from './page-layout.ts'
import { PALETTE } from './palette.ts'
import type { Element, PdfWriter } from './pdf-writer.ts'
import type { Line, TextStyle } from './text-runs.ts'
import { oneLine, wrapText } from './wrap-text.ts'

type Column = { x: number; width: number }

const LEADING = 1.42

/** Paragraphs of one style, below each other. */
export function textBlock(text: Text, style: TextStyle, { x, width }: Column, type = 'P'): Block {
  const lines = wrapText(text, style, width)
  const leading = style.size * LEADING
  const draw = (pdf: PdfWriter, y: number) => pdf.tag(type, () => drawLines(pdf, lines, style, { x, y }))
  return { height: lines.length * leading, draw }
}

export function drawLines(
  pdf: PdfWriter,
  lines: readonly Line[],
  style: TextStyle,
  at: { x: number; y: number },
): void {
  for (const [i, line] of lines.entries())
    pdf.text(line, style, { x: at.x, baseline: at.y + style.size + i * style.size * LEADING })
}

export const columnOf = ({ left, width }: Frame): Column => ({ x: left, width })

/**
 * Figures of a column end below each other, whose right edge is given. Where the page is mirrored, that is its left edge:
 * they begin there at the width of the column.
 */
export const figurePlace = ({ right, width }: { right: number; width: number }, { direction }: Texts) =>
  direction === 'rtl' ? ({ x: right - width, align: 'left' } as const) : ({ x: right, align: 'right' } as const)

/** The style, made small enough for the text to fit into one line. */
export function fitted(text: Text, style: TextStyle, width: number): TextStyle {
  const needed = oneLine(text, style).width
  return needed <= width ? style : { ...style, size: (style.size * width) / needed }
}

type Tone = 'positive' | 'negative' | 'warning'

/** A colored box with a few words in bold and an explanation. */
export function noticeBlock(title: Text, text: Text, tone: Tone, { x, width }: Column): Block {
  const [padding, style] = [11, colored(STYLES.body, PALETTE[tone])]
  const strong = { ...STYLES.strong, color: PALETTE[tone] }
  const lines = wrapText(text, style, width - 2 * padding)
  const height = padding * 2 + strong.size * LEADING + lines.length * style.size * LEADING - 2
  const draw = (pdf: PdfWriter, y: number) => {
    pdf.artifact('Layout', () => pdf.fill({ x, y, width, height }, PALETTE[`${tone}Soft`], 8))
    pdf.tag('P', () => drawLines(pdf, [oneLine(title, strong)], strong, { x: x + padding, y: y + padding - 2 }))
    pdf.tag('P', () => drawLines(pdf, lines, style, { x: x + padding, y: y + padding - 2 + strong.size * LEADING }))
  }
  return { height, draw }
}

export type Fact = readonly [label: Text, value: Text]
type FactsLayout = Column & { labelWidth: number; ruled?: boolean }

/** Labels and values as a table whose headers are in its first column. */
export function factsBlock(facts: readonly Fact[], layout: FactsLayout): Block {
  const rows = facts.map((fact) => toRow(fact, layout))
  const draw = (pdf: PdfWriter, top: number) => {
    const table = pdf.open('Table')
    let y = top
    for (const row of rows) {
      row.draw(pdf, table, y)
      y += row.height
    }
    table.end()
  }
  return { height: rows.reduce((sum, { height }) => sum + height, 0), draw }
}

/** Labels and values as a table with a rule below each row, one block per row: a long table can go on on the next page. */
export function factRows(facts: readonly Fact[], layout: FactsLayout): Block[] {
  let table: Element | null = null
  return facts.map((fact, index) => {
    const row = toRow(fact, { ...layout, ruled: true })
    return {
      height: row.height,
      draw: (pdf, y) => {
        table ??= pdf.open('Table')
        row.draw(pdf, table, y)
        if (index === facts.length - 1) table.end()
      },
    }
  })
}

function toRow([label, value]: Fact, { x, width, labelWidth, ruled = false }: FactsLayout) {
  const style = STYLES.body
  const padding = ruled ? 6.5 : 2.5
  const labels = wrapText(label, STYLES.label, labelWidth - 8)
  const lines = wrapText(value, style, width - labelWidth)
  const height = Math.max(lines.length * style.size, labels.length * STYLES.label.size) * LEADING + 2 * padding - 1
  const draw = (pdf: PdfWriter, table: Element, y: number) => {
    const row = pdf.open('TR', table)
    const top = y + padding
    const drop = style.size - STYLES.label.size
    pdf.tag('TH', () => drawLines(pdf, labels, STYLES.label, { x, y: top + drop }), { parent: row, scope: 'Row' })
    pdf.tag('TD', () => drawLines(pdf, lines, style, { x: x + labelWidth, y: top }), { parent: row })
    row.end()
    if (ruled) pdf.artifact('Layout', () => pdf.rule(y + height, [x, x + width], PALETTE.line))
  }
  return { height, draw }
}

export function columnHead(pdf: PdfWriter, parent: Element, draw: () => void): void {
  pdf.tag('TH', draw, { parent, scope: 'Column' })
}
