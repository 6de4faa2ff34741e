import type { ImportStage, StatementProgress } from '#contract/external-money/statement-import.ts'
import type { Sql } from '../../platform/db/connection.ts'

const INTERVAL_MS = 500
/** A row that has not changed for so long was left by a server that died. */
const STALE_MINUTES = 10

/** Tells the page that waits how far an import is, through a row: the page may ask another server. */
export class ImportProgress {
  #sql: Sql
  #import: { id: string; personId: string; startedAt: Date }
  #writtenAt = 0
  #stage: ImportStage = 'idle'

  constructor(sql: Sql, given: { id: string; personId: string; startedAt: Date }) {
    this.#sql = sql
    this.#import = given
  }

  async show(stage: ImportStage, entries: number, of: number | null): Promise<void> {
    if (stage === this.#stage && performance.now() - this.#writtenAt < INTERVAL_MS) return
    this.#stage = stage
    this.#writtenAt = performance.now()
    const { id, personId, startedAt } = this.#import
    await this.#sql`
      insert into statement_imports (id, person_id, stage, lines, lines_of, started_at, updated_at)
      values (${id}, ${personId}, ${stage}, ${entries}, ${of}, ${startedAt}, now())
      on conflict (id) do update set stage = excluded.stage, lines = excluded.lines, lines_of = excluded.lines_of,
        updated_at = excluded.updated_at`
  }

  async end(): Promise<void> {
    await this.#sql`
      delete from statement_imports
      where id = ${this.#import.id}
         or (person_id = ${this.#import.personId} and updated_at < now() - make_interval(mins => ${STALE_MINUTES}))`
  }
}

type Row = { stage: ImportStage; lines: number; lines_of: number | null; started_at: Date }

/** Of the newest running import of a person. */
export async function readProgress(sql: Sql, personId: string): Promise<StatementProgress> {
  const [row] = await sql<Row[]>`
    select stage, lines, lines_of, started_at from statement_imports
    where person_id = ${personId} and updated_at > now() - make_interval(mins => ${STALE_MINUTES})
    order by started_at desc, id desc limit 1`
  if (!row) return { stage: 'idle', lines: 0, of: null, startedAt: null }
  return { stage: row.stage, lines: row.lines, of: row.lines_of, startedAt: row.started_at.toISOString() }
}
