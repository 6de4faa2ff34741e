import { type Block, type Frame, STYLES, tabular } from '../../platform/pdf/page-layout.ts'
import { PALETTE } from '../../platform/pdf/palette.ts'
import { columnHead, fitted } from '../../platform/pdf/parts.ts'
import type { PdfWriter } from '../../platform/pdf/pdf-writer.ts'
import type { TextStyle } from '../../platform/pdf/text-runs.ts'
import { oneLine } from '../../platform/pdf/wrap-text.ts'
import { formatCents } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import type { StatementTotals } from './statement.ts'
import { balanceNameOf } from './statement-months.ts'

const HEIGHT = 56
const PADDING = 15
const FIGURE: TextStyle = { family: 'semibold', size: 12.5, color: PALETTE.ink, tabular: true }

/** Opening + money in - money out = closing, in a band of four figures. */
export function summaryBlock(totals: StatementTotals, frame: Frame, texts: Texts): Block {
  const { t } = texts
  const figures = [
    { label: t('Opening balance'), cents: totals.openingCents, color: PALETTE.ink },
    { label: t('Money in'), cents: totals.creditsCents, color: PALETTE.positive },
    { label: t('Money out'), cents: -totals.debitsCents, color: PALETTE.negative },
    { label: balanceNameOf(totals, t), cents: totals.closingCents, color: PALETTE.ink },
  ].map(({ color, ...figure }) => ({ ...figure, color: figure.cents === 0n ? PALETTE.ink : color }))
  const columnWidth = (frame.width - 2 * PADDING) / figures.length
  const xOf = (index: number) => frame.left + PADDING + index * columnWidth
  const draw = (pdf: PdfWriter, y: number) => {
    pdf.artifact('Layout', () => pdf.fill({ x: frame.left, y, width: frame.width, height: HEIGHT }, PALETTE.sunken, 10))
    const table = pdf.open('Table')
    const heads = pdf.open('TR', table)
    for (const [i, { label }] of figures.entries())
      columnHead(pdf, heads, () =>
        pdf.text(oneLine(label, STYLES.label), STYLES.label, { x: xOf(i), baseline: y + 21 }),
      )
    heads.end()
    const values = pdf.open('TR', table)
    for (const [i, { cents, color }] of figures.entries()) {
      const text = formatCents(cents, texts)
      const style = tabular({ ...fitted(text, FIGURE, columnWidth - 8), color })
      pdf.tag('TD', () => pdf.text(oneLine(text, style), style, { x: xOf(i), baseline: y + 40 }), { parent: values })
    }
    values.end()
    table.end()
  }
  return { height: HEIGHT, draw }
}
