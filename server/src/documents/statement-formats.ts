import type { Institution } from '#contract/institution.ts'
import type { StatementFormat } from '#contract/statement-formats.ts'
import { Refusal } from '../runtime/refusal.ts'
import type { Renderer } from './render.ts'
import type { Statement } from './statement.ts'
import { renderCamt } from './statement-camt.ts'
import { renderCsv } from './statement-csv.ts'
import { renderJson } from './statement-json.ts'
import { renderOfx } from './statement-ofx.ts'

export type StatementRenderers = Record<StatementFormat, Renderer<Statement>>

export const statementRenderers = (institution: Institution): StatementRenderers => ({
  pdf: () => {
    throw new Refusal('not_found')
  },
  csv: renderCsv,
  json: renderJson(institution),
  ofx: renderOfx(institution),
  camt053: renderCamt(institution),
})
