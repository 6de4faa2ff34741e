import type { Sql } from '../src/db/connection.ts'

/**
 * How PostgreSQL runs a query of ours: the very text that the code sends, with these literals in its places. Forget
 * nothing that decides: enough rows, and `analyze` after them.
 */
export async function planOf(owner: Sql, { text }: { text: string }, literals: string[]): Promise<string> {
  return owner.begin(async (tx) => {
    await tx.unsafe(`prepare query as ${text}`)
    const lines = await tx.unsafe(`explain execute query(${literals.join(', ')})`)
    await tx.unsafe('deallocate query')
    return lines.map((line) => String(line['QUERY PLAN'])).join('\n')
  })
}
