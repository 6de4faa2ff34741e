import type { Sql } from '../src/platform/db/connection.ts'

/**
 * The plan of a query: the text that the code sends, with these literals as its parameters. The plan depends on the number
 * of rows, so insert enough of them and run `analyze` first.
 */
export async function planOf(owner: Sql, { text }: { text: string }, literals: string[]): Promise<string> {
  return owner.begin(async (tx) => {
    await tx.unsafe(`prepare query as ${text}`)
    const lines = await tx.unsafe(`explain execute query(${literals.join(', ')})`)
    await tx.unsafe('deallocate query')
    return lines.map((line) => String(line['QUERY PLAN'])).join('\n')
  })
}
