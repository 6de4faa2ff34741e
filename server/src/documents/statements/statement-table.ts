import { type Text, verbatim } from '#contract/text.ts'
import { shortDay } from '../../platform/pdf/format.ts'
import { colored, type Frame, STYLES, tabular } from '../../platform/pdf/page-layout.ts'
import { PALETTE } from '../../platform/pdf/palette.ts'
import { columnHead, figurePlace } from '../../platform/pdf/parts.ts'
import type { Element, PdfWriter } from '../../platform/pdf/pdf-writer.ts'
import type { Line, TextStyle } from '../../platform/pdf/text-runs.ts'
import { oneLine, wrapText } from '../../platform/pdf/wrap-text.ts'
import { formatCents } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { describeLine, type StatementLine } from '../statement-lines.ts'
import type { Statement } from './statement.ts'

const HEAD_HEIGHT = 22
const PADDING = 6.5
const LEADING = 11.6
const SMALL_LEADING = 10
const DATE_WIDTH = 64
const GAP = 14

const CELL = STYLES.cell
const STRONG = STYLES.cellStrong
const FIGURES = tabular(STYLES.cell)
const STRONG_FIGURES = tabular(STYLES.cellStrong)

export type TableRow = {
  height: number
  dates: readonly (Text | '')[]
  text: readonly Line[]
  textStyle: TextStyle
  details: readonly Line[]
  amountCents: bigint | null
  balanceCents: bigint | null
}

/** The transactions. One table over all pages: its head is tagged once, and repeated for the eye on every page. */
export class StatementTable {
  readonly headHeight = HEAD_HEIGHT
  readonly #frame: Frame
  readonly #texts: Texts
  readonly #textWidth: number
  readonly #amount: { right: number; width: number }
  readonly #balance: { right: number; width: number }
  #table: Element | null = null
  #body: Element | null = null

  /** No amount is larger than the totals, so that their widths are enough for the columns. */
  constructor({ openingCents, creditsCents, debitsCents }: Statement, frame: Frame, texts: Texts) {
    const widthOf = (cents: bigint) => oneLine(formatCents(cents, texts), STRONG_FIGURES).width
    const largest = creditsCents > debitsCents ? creditsCents : debitsCents
    const amountWidth = Math.max(68, widthOf(-largest))
    const balanceWidth = Math.max(68, widthOf(openingCents + creditsCents), widthOf(openingCents - debitsCents))
    this.#frame = frame
    this.#texts = texts
    this.#balance = { right: frame.right, width: balanceWidth }
    this.#amount = { right: frame.right - balanceWidth - GAP, width: amountWidth }
    this.#textWidth = frame.width - 2 * DATE_WIDTH - amountWidth - balanceWidth - 2 * GAP
  }

  lineRow(line: StatementLine): TableRow {
    const { reference, message, counterparty: party } = line
    const description = describeLine(line, this.#texts.t)
    const text = wrapText(party?.name ? verbatim(party.name) : description, CELL, this.#textWidth)
    // The payment, then the other account, then the message: a long line would break anywhere.
    const details = [
      [party?.name && description, reference],
      [party?.bankName, party?.iban || party?.accountNumber],
      [message],
    ]
      .map((parts) => parts.filter(Boolean).join('  ·  '))
      .filter(Boolean)
      .flatMap((detail) => wrapText(verbatim(detail), STYLES.small, this.#textWidth))
    return {
      height: 2 * PADDING + text.length * LEADING + details.length * SMALL_LEADING - 1,
      dates: [shortDay(line.bookedOn, this.#texts), shortDay(line.valueOn, this.#texts)],
      text,
      textStyle: CELL,
      details,
      amountCents: line.amountCents,
      balanceCents: line.balanceAfterCents,
    }
  }

  balanceRow(label: Text, balanceCents: bigint): TableRow {
    return { ...this.#plainRow(oneLine(label, STRONG), STRONG), balanceCents }
  }

  emptyRow(): TableRow {
    const style = colored(CELL, PALETTE.muted)
    return this.#plainRow(oneLine(this.#texts.t('No transactions were booked in this month.'), style), style)
  }

  open(pdf: PdfWriter, y: number): void {
    this.#table = pdf.open('Table')
    const head = pdf.open('THead', this.#table)
    const row = pdf.open('TR', head)
    for (const draw of this.#headCells(pdf, y)) columnHead(pdf, row, draw)
    head.end()
    pdf.artifact('Layout', () => this.#headRule(pdf, y))
    this.#body = pdf.open('TBody', this.#table)
  }

  repeatHead(pdf: PdfWriter, y: number): void {
    pdf.artifact('Pagination', () => {
      for (const draw of this.#headCells(pdf, y)) draw()
      this.#headRule(pdf, y)
    })
  }

  drawRow(pdf: PdfWriter, row: TableRow, y: number): void {
    const element = pdf.open('TR', this.#body ?? undefined)
    for (const draw of this.#cells(pdf, row, y + PADDING)) pdf.tag('TD', draw, { parent: element })
    element.end()
    const [bottom, { left, right }] = [y + row.height, this.#frame]
    pdf.artifact('Layout', () => pdf.rule(bottom, [left, right], PALETTE.line, 0.5))
  }

  close(): void {
    this.#table?.end()
  }

  #plainRow(line: Line, textStyle: TextStyle): TableRow {
    const height = 2 * PADDING + LEADING - 1
    return { height, dates: ['', ''], text: [line], textStyle, details: [], amountCents: null, balanceCents: null }
  }

  #headCells(pdf: PdfWriter, y: number): (() => void)[] {
    const style = STYLES.columnHead
    const baseline = y + 14
    const { left } = this.#frame
    const { t } = this.#texts
    const cells = [
      [t('Booked on'), { x: left }],
      [t('Value date'), { x: left + DATE_WIDTH }],
      [t('Description'), { x: left + 2 * DATE_WIDTH }],
      [t('Amount'), figurePlace(this.#amount, this.#texts)],
      [t('Balance'), figurePlace(this.#balance, this.#texts)],
    ] as const
    return cells.map(
      ([label, place]) =>
        () =>
          pdf.text(oneLine(label, style), style, { ...place, baseline }),
    )
  }

  #headRule(pdf: PdfWriter, y: number): void {
    pdf.rule(y + HEAD_HEIGHT, [this.#frame.left, this.#frame.right], PALETTE.ink, 0.8)
  }

  #cells(pdf: PdfWriter, row: TableRow, y: number): (() => void)[] {
    const baseline = y + CELL.size
    const { left } = this.#frame
    const figure = (cents: bigint | null, column: { right: number; width: number }, style: TextStyle) => () => {
      if (cents === null) return
      const place = figurePlace(column, this.#texts)
      pdf.text(oneLine(formatCents(cents, this.#texts), style), style, { ...place, baseline })
    }
    const isStrong = row.textStyle === STRONG
    const amountStyle = colored(FIGURES, (row.amountCents ?? 0n) > 0n ? PALETTE.positive : PALETTE.ink)
    return [
      ...row.dates.map((day, i) => () => {
        if (day) pdf.text(oneLine(day, FIGURES), FIGURES, { x: left + i * DATE_WIDTH, baseline })
      }),
      () => this.#drawText(pdf, row, baseline),
      figure(row.amountCents, this.#amount, amountStyle),
      figure(row.balanceCents, this.#balance, isStrong ? STRONG_FIGURES : FIGURES),
    ]
  }

  #drawText(pdf: PdfWriter, { text, textStyle, details }: TableRow, baseline: number): void {
    const x = this.#frame.left + 2 * DATE_WIDTH
    for (const [i, line] of text.entries()) pdf.text(line, textStyle, { x, baseline: baseline + i * LEADING })
    const below = baseline + (text.length - 1) * LEADING + SMALL_LEADING + 0.8
    for (const [i, line] of details.entries()) pdf.text(line, STYLES.small, { x, baseline: below + i * SMALL_LEADING })
  }
}
