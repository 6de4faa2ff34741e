import { csv } from '#contract/csv.ts'
import { bankCurrency, toDecimalText } from '#contract/money.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { formatDay } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { type BalanceSheet, balanceSheetTotal, type ProfitAndLoss, type Section } from './financial-reports.ts'

export type TableRow = { code: Text; name: Text; amountCents: bigint; isTotal: boolean }
export type TableSection = { title: Text; rows: readonly TableRow[] }
/** A balance sheet, or profit and loss, as its files show it. */
export type ReportTable = {
  title: Text
  subtitle: Text
  /** In the name of the file's metadata. */
  fullTitle: Text
  asOf: Date
  final: boolean
  zone: string
  sections: readonly TableSection[]
}

const line = (name: Text, amountCents: bigint, isTotal: boolean): TableRow => ({
  code: verbatim(''),
  name,
  amountCents,
  isTotal,
})

function sectionOf(title: TextId, total: TextId, { rows, totalCents }: Section, { t, stored }: Texts): TableSection {
  return {
    title: t(title),
    rows: [
      ...rows.map(({ code, name, balanceCents }) => ({
        code: verbatim(code),
        name: stored(name),
        amountCents: balanceCents,
        isTotal: false,
      })),
      line(t(total), totalCents, true),
    ],
  }
}

export function balanceSheetTable(sheet: BalanceSheet, texts: Texts): ReportTable {
  const { t } = texts
  const day = formatDay(sheet.on, texts)
  return {
    title: t('Balance sheet'),
    subtitle: t('At the end of {day}', { day }),
    fullTitle: t('Balance sheet, {day}', { day }),
    asOf: sheet.asOf,
    final: sheet.final,
    zone: sheet.zone,
    sections: [
      sectionOf(msg('Assets'), msg('Total assets'), sheet.assets, texts),
      sectionOf(msg('Liabilities'), msg('Total liabilities'), sheet.liabilities, texts),
      sectionOf(msg('Equity'), msg('Total equity'), sheet.equity, texts),
      {
        title: t('Result'),
        rows: [
          line(t('Result so far'), sheet.resultCents, false),
          line(t('Liabilities, equity and result'), balanceSheetTotal(sheet), true),
        ],
      },
    ],
  }
}

export function profitAndLossTable(report: ProfitAndLoss, texts: Texts): ReportTable {
  const { t } = texts
  const period = joinTexts(' – ', formatDay(report.from, texts), formatDay(report.to, texts))
  return {
    title: t('Profit and loss'),
    subtitle: period,
    fullTitle: joinTexts(', ', t('Profit and loss'), period),
    asOf: report.asOf,
    final: report.final,
    zone: report.zone,
    sections: [
      sectionOf(msg('Income'), msg('Total income'), report.income, texts),
      sectionOf(msg('Expenses'), msg('Total expenses'), report.expenses, texts),
      { title: t('Result'), rows: [line(t('Result'), report.resultCents, true)] },
    ],
  }
}

const CSV_COLUMNS = [msg('Section'), msg('Code'), msg('Name'), msg('Amount'), msg('Currency')]

export const reportTableCsv = ({ sections }: ReportTable, { t }: Texts): string =>
  csv(
    CSV_COLUMNS.map((name) => t(name)),
    sections.flatMap(({ title, rows }) =>
      rows.map(({ code, name, amountCents }) => [title, code, name, toDecimalText(amountCents), bankCurrency().code]),
    ),
  )
