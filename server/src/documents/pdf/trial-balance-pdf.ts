import type { Issued } from '../render.ts'
import { type AllColumns, balancesOf, type TrialBalance, totalsOf } from '../trial-balance.ts'
import { dayAndTime, formatCents, longDay } from './format.ts'
import type { Letterhead } from './letterhead.ts'
import { renderShortPdf } from './one-page-pdf.ts'
import { type Block, type Frame, STYLES, spaceOf, tabular } from './page-layout.ts'
import { PALETTE } from './palette.ts'
import { columnHead, columnOf, fitted, noticeBlock, textBlock } from './parts.ts'
import type { Element, PdfWriter } from './pdf-writer.ts'
import type { TextStyle } from './text-runs.ts'
import { oneLine, wrapText } from './wrap-text.ts'

const TITLE = 'Trial balance'
const NAME_SHARE = 0.28
const GAP = 8
const PADDING = 6.5
const LEADING = 11.6
const HEADS = ['Account', 'Debits', 'Credits', 'Debit balance', 'Credit balance']

type Row = { name: string; details: string; columns: AllColumns; strong?: boolean }

export function renderTrialBalancePdf(
  letterhead: Letterhead,
  report: TrialBalance,
  issue: Issued,
): AsyncGenerator<Uint8Array> {
  return renderShortPdf(letterhead, {
    title: `${TITLE}, ${longDay(report.on)}`,
    issue,
    content: (frame) => [
      textBlock(TITLE, STYLES.title, columnOf(frame), 'H1'),
      textBlock(`At the end of ${longDay(report.on)}`, STYLES.subtitle, columnOf(frame)),
      ...(report.final ? [] : [spaceOf(12), unfinishedBlock(report, frame)]),
      spaceOf(20),
      ...tableBlocks(rowsOf(report), frame),
      spaceOf(14),
      textBlock(
        `By booking date, in the time zone ${report.zone}. Debits and credits are of all bookings since the bank began.`,
        STYLES.label,
        columnOf(frame),
      ),
    ],
  })
}

const unfinishedBlock = ({ asOf, zone }: TrialBalance, frame: Frame) =>
  noticeBlock(
    'Not final',
    `This day can still have bookings. As of ${dayAndTime(asOf, zone)}.`,
    'warning',
    columnOf(frame),
  )

const rowsOf = ({ rows }: TrialBalance): Row[] => [
  ...rows.map((row) => ({
    name: row.name,
    details: row.accounts === null ? '' : `${row.accounts.toLocaleString('en-US')} open`,
    columns: { ...row, ...balancesOf(row) },
  })),
  { name: 'Total', details: '', columns: totalsOf(rows), strong: true },
]

/** One block per row: many outside accounts continue on the next page. */
function tableBlocks(rows: readonly Row[], frame: Frame): Block[] {
  let table: Element | null = null
  const head: Block = {
    height: 22,
    draw: (pdf, y) => {
      table = pdf.open('Table')
      drawHead(pdf, table, y, frame)
    },
  }
  const blocks = rows.map((row, index): Block => {
    const names = wrapText(row.name, row.strong ? STYLES.cellStrong : STYLES.cell, frame.width * NAME_SHARE - GAP)
    const height = 2 * PADDING + (names.length + (row.details ? 1 : 0)) * LEADING - 2
    const draw = (pdf: PdfWriter, y: number) => {
      if (table) drawRow(pdf, table, { row, y, frame })
      pdf.artifact('Layout', () => pdf.rule(y + height, [frame.left, frame.right], PALETTE.line))
      if (index === rows.length - 1) table?.end()
    }
    return { height, draw }
  })
  return [head, ...blocks]
}

const rightOf = (index: number, { right, width }: Frame) => {
  const columnWidth = (width * (1 - NAME_SHARE)) / 4
  return { x: right - (3 - index) * columnWidth, width: columnWidth - GAP }
}

function drawHead(pdf: PdfWriter, table: Element, y: number, frame: Frame): void {
  const row = pdf.open('TR', table)
  const style = STYLES.columnHead
  for (const [i, head] of HEADS.entries())
    columnHead(pdf, row, () =>
      i === 0
        ? pdf.text(oneLine(head, style), style, { x: frame.left, baseline: y + 12 })
        : pdf.text(oneLine(head, style), style, { x: rightOf(i - 1, frame).x, baseline: y + 12, align: 'right' }),
    )
  row.end()
  pdf.artifact('Layout', () => pdf.rule(y + 22, [frame.left, frame.right], PALETTE.ink, 0.8))
}

function drawRow(pdf: PdfWriter, table: Element, { row, y, frame }: { row: Row; y: number; frame: Frame }): void {
  const element = pdf.open('TR', table)
  const style: TextStyle = row.strong ? STYLES.cellStrong : STYLES.cell
  const baseline = y + PADDING + style.size
  const names = wrapText(row.name, style, frame.width * NAME_SHARE - GAP)
  const drawName = () => {
    for (const [i, line] of names.entries()) pdf.text(line, style, { x: frame.left, baseline: baseline + i * LEADING })
    if (row.details)
      pdf.text(oneLine(row.details, STYLES.small), STYLES.small, {
        x: frame.left,
        baseline: baseline + names.length * LEADING,
      })
  }
  pdf.tag('TH', drawName, { parent: element, scope: 'Row' })
  const { debitsCents, creditsCents, debitBalanceCents, creditBalanceCents } = row.columns
  for (const [i, cents] of [debitsCents, creditsCents, debitBalanceCents, creditBalanceCents].entries()) {
    const { x, width } = rightOf(i, frame)
    // A balance is on one side: the other one stays empty.
    const text = i >= 2 && cents === 0n ? '' : formatCents(cents)
    const figure = tabular(fitted(text, style, width))
    const draw = () => text && pdf.text(oneLine(text, figure), figure, { x, baseline, align: 'right' })
    pdf.tag('TD', draw, { parent: element })
  }
  element.end()
}
