import type { Letterhead } from '../../platform/pdf/letterhead.ts'
import { renderShortPdf } from '../../platform/pdf/one-page-pdf.ts'
import { type Block, type Frame, STYLES, spaceOf, tabular } from '../../platform/pdf/page-layout.ts'
import { PALETTE } from '../../platform/pdf/palette.ts'
import { columnHead, columnOf, figurePlace, fitted, noticeBlock, textBlock } from '../../platform/pdf/parts.ts'
import type { Element, PdfWriter } from '../../platform/pdf/pdf-writer.ts'
import { type IssueDetails, textsOf } from '../../platform/pdf/render.ts'
import type { TextStyle } from '../../platform/pdf/text-runs.ts'
import { oneLine, wrapText } from '../../platform/pdf/wrap-text.ts'
import { formatCents, formatTime } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import type { ReportTable, TableRow, TableSection } from './report-table.ts'

const CODE_WIDTH = 64
const AMOUNT_WIDTH = 120
const PADDING = 6.5
const LEADING = 11.6

/** A balance sheet, or profit and loss: sections with codes, names and amounts, each with its total. */
export function renderReportTablePdf(
  letterhead: Letterhead,
  tableIn: (texts: Texts) => ReportTable,
  issue: IssueDetails,
): AsyncGenerator<Uint8Array> {
  const texts = textsOf(issue)
  const { t } = texts
  const table = tableIn(texts)
  return renderShortPdf(letterhead, {
    title: table.fullTitle,
    issue,
    content: (frame) => [
      textBlock(table.title, STYLES.title, columnOf(frame), 'H1'),
      textBlock(table.subtitle, STYLES.subtitle, columnOf(frame)),
      ...(table.final ? [] : [spaceOf(12), unfinishedBlock(table, frame, texts)]),
      ...table.sections.flatMap((section) => [spaceOf(18), ...sectionBlocks(section, frame, texts)]),
      spaceOf(14),
      textBlock(t('By booking date, in the time zone {zone}.', { zone: table.zone }), STYLES.label, columnOf(frame)),
    ],
  })
}

const unfinishedBlock = ({ asOf, zone }: ReportTable, frame: Frame, texts: Texts) =>
  noticeBlock(
    texts.t('Not final'),
    texts.t('This day can still have bookings. As of {time}.', { time: formatTime(asOf, zone, texts) }),
    'warning',
    columnOf(frame),
  )

const styleOf = ({ isTotal }: TableRow): TextStyle => (isTotal ? STYLES.cellStrong : STYLES.cell)
const nameWidth = ({ width }: Frame) => width - CODE_WIDTH - AMOUNT_WIDTH - 8

/** One block per row: a long chart continues on the next page. */
function sectionBlocks({ title, rows }: TableSection, frame: Frame, texts: Texts): Block[] {
  let table: Element | null = null
  const head: Block = {
    height: 22,
    draw: (pdf, y) => {
      table = pdf.open('Table')
      const row = pdf.open('TR', table)
      const style = STYLES.columnHead
      columnHead(pdf, row, () => pdf.text(oneLine(title, style), style, { x: frame.left, baseline: y + 12 }))
      row.end()
      pdf.artifact('Layout', () => pdf.rule(y + 22, [frame.left, frame.right], PALETTE.ink, 0.8))
    },
  }
  const blocks = rows.map((row, index): Block => {
    const names = wrapText(row.name, styleOf(row), nameWidth(frame))
    const height = 2 * PADDING + names.length * LEADING - 2
    const draw = (pdf: PdfWriter, y: number) => {
      if (table) drawRow(pdf, table, { row, y, frame, texts })
      pdf.artifact('Layout', () => pdf.rule(y + height, [frame.left, frame.right], PALETTE.line))
      if (index === rows.length - 1) table?.end()
    }
    return { height, draw }
  })
  return [head, ...blocks]
}

type Place = { row: TableRow; y: number; frame: Frame; texts: Texts }

function drawRow(pdf: PdfWriter, table: Element, { row, y, frame, texts }: Place): void {
  const element = pdf.open('TR', table)
  const style = styleOf(row)
  const baseline = y + PADDING + style.size
  const drawName = () => {
    if (row.code) pdf.text(oneLine(row.code, style), style, { x: frame.left, baseline })
    for (const [i, line] of wrapText(row.name, style, nameWidth(frame)).entries())
      pdf.text(line, style, { x: frame.left + CODE_WIDTH, baseline: baseline + i * LEADING })
  }
  pdf.tag('TH', drawName, { parent: element, scope: 'Row' })
  const text = formatCents(row.amountCents, texts)
  const figure = tabular(fitted(text, style, AMOUNT_WIDTH))
  const place = figurePlace({ right: frame.right, width: AMOUNT_WIDTH }, texts)
  pdf.tag('TD', () => pdf.text(oneLine(text, figure), figure, { ...place, baseline }), { parent: element })
  element.end()
}
