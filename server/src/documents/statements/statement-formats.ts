import type { StatementFormat } from '#contract/documents/statement-formats.ts'
import type { Letterhead } from '../../platform/pdf/letterhead.ts'
import type { Renderer } from '../../platform/pdf/render.ts'
import type { Statement } from './statement.ts'
import { renderCamt } from './statement-camt.ts'
import { renderCsv } from './statement-csv.ts'
import { renderJson } from './statement-json.ts'
import { renderOfx } from './statement-ofx.ts'
import { renderStatementPdf } from './statement-pdf.ts'

export type StatementRenderers = Record<StatementFormat, Renderer<Statement>>

export const statementRenderers = (letterhead: Letterhead): StatementRenderers => ({
  pdf: (statement, issue) => renderStatementPdf(letterhead, statement, issue),
  csv: renderCsv,
  json: renderJson(letterhead.institution),
  ofx: renderOfx(letterhead.institution),
  camt053: renderCamt(letterhead.institution),
})
