import { type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import type { Letterhead } from '../../platform/pdf/letterhead.ts'
import { renderShortPdf } from '../../platform/pdf/one-page-pdf.ts'
import { type Block, type Frame, STYLES, spaceOf, tabular } from '../../platform/pdf/page-layout.ts'
import { PALETTE } from '../../platform/pdf/palette.ts'
import { columnHead, columnOf, figurePlace, fitted, noticeBlock, textBlock } from '../../platform/pdf/parts.ts'
import type { Element, PdfWriter } from '../../platform/pdf/pdf-writer.ts'
import { type IssueDetails, textsOf } from '../../platform/pdf/render.ts'
import type { TextStyle } from '../../platform/pdf/text-runs.ts'
import { oneLine, wrapText } from '../../platform/pdf/wrap-text.ts'
import { formatCents, formatCount, formatDay, formatTime } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { type AllColumns, balancesOf, rowTitle, type TrialBalance, totalsOf } from './trial-balance.ts'

const NAME_SHARE = 0.28
const GAP = 8
const PADDING = 6.5
const LEADING = 11.6
const HEADS = [msg('Account'), msg('Debits'), msg('Credits'), msg('Debit balance'), msg('Credit balance')]

type Row = { name: Text; details: Text | null; columns: AllColumns; strong?: boolean }

export function renderTrialBalancePdf(
  letterhead: Letterhead,
  report: TrialBalance,
  issue: IssueDetails,
): AsyncGenerator<Uint8Array> {
  const texts = textsOf(issue)
  const { t } = texts
  const day = formatDay(report.on, texts)
  return renderShortPdf(letterhead, {
    title: t('Trial balance, {day}', { day }),
    issue,
    content: (frame) => [
      textBlock(t('Trial balance'), STYLES.title, columnOf(frame), 'H1'),
      textBlock(t('At the end of {day}', { day }), STYLES.subtitle, columnOf(frame)),
      ...(report.final ? [] : [spaceOf(12), unfinishedBlock(report, frame, texts)]),
      spaceOf(20),
      ...tableBlocks(rowsOf(report, texts), frame, texts),
      spaceOf(14),
      textBlock(
        t('By booking date, in the time zone {zone}. Debits and credits are of all bookings since the bank began.', {
          zone: report.zone,
        }),
        STYLES.label,
        columnOf(frame),
      ),
    ],
  })
}

const unfinishedBlock = ({ asOf, zone }: TrialBalance, frame: Frame, texts: Texts) =>
  noticeBlock(
    texts.t('Not final'),
    texts.t('This day can still have bookings. As of {time}.', { time: formatTime(asOf, zone, texts) }),
    'warning',
    columnOf(frame),
  )

const rowsOf = ({ rows }: TrialBalance, texts: Texts): Row[] => [
  ...rows.map((row) => ({
    name: rowTitle(row, texts),
    details: row.accounts === null ? null : texts.t('{count} open', { count: formatCount(row.accounts, texts) }),
    columns: { ...row, ...balancesOf(row) },
  })),
  { name: texts.t('Total'), details: null, columns: totalsOf(rows), strong: true },
]

/** One block per row: many external accounts continue on the next page. */
function tableBlocks(rows: readonly Row[], frame: Frame, texts: Texts): Block[] {
  let table: Element | null = null
  const head: Block = {
    height: 22,
    draw: (pdf, y) => {
      table = pdf.open('Table')
      drawHead(pdf, table, { y, frame, texts })
    },
  }
  const blocks = rows.map((row, index): Block => {
    const names = wrapText(row.name, row.strong ? STYLES.cellStrong : STYLES.cell, frame.width * NAME_SHARE - GAP)
    const height = 2 * PADDING + (names.length + (row.details ? 1 : 0)) * LEADING - 2
    const draw = (pdf: PdfWriter, y: number) => {
      if (table) drawRow(pdf, table, { row, y, frame, texts })
      pdf.artifact('Layout', () => pdf.rule(y + height, [frame.left, frame.right], PALETTE.line))
      if (index === rows.length - 1) table?.end()
    }
    return { height, draw }
  })
  return [head, ...blocks]
}

const rightOf = (index: number, { right, width }: Frame) => {
  const columnWidth = (width * (1 - NAME_SHARE)) / 4
  return { right: right - (3 - index) * columnWidth, width: columnWidth - GAP }
}

type Place = { y: number; frame: Frame; texts: Texts }

function drawHead(pdf: PdfWriter, table: Element, { y, frame, texts }: Place): void {
  const row = pdf.open('TR', table)
  const style = STYLES.columnHead
  for (const [i, head] of HEADS.map((head) => texts.t(head)).entries())
    columnHead(pdf, row, () =>
      i === 0
        ? pdf.text(oneLine(head, style), style, { x: frame.left, baseline: y + 12 })
        : pdf.text(oneLine(head, style), style, { ...figurePlace(rightOf(i - 1, frame), texts), baseline: y + 12 }),
    )
  row.end()
  pdf.artifact('Layout', () => pdf.rule(y + 22, [frame.left, frame.right], PALETTE.ink, 0.8))
}

function drawRow(pdf: PdfWriter, table: Element, { row, y, frame, texts }: Place & { row: Row }): void {
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
    const column = rightOf(i, frame)
    // A balance is on one side: the other one stays empty.
    const text = i >= 2 && cents === 0n ? verbatim('') : formatCents(cents, texts)
    const figure = tabular(fitted(text, style, column.width))
    const draw = () => text && pdf.text(oneLine(text, figure), figure, { ...figurePlace(column, texts), baseline })
    pdf.tag('TD', draw, { parent: element })
  }
  element.end()
}
