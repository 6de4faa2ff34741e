import { Readable } from 'node:stream'
import { csvHead, csvLine } from '#contract/csv.ts'
import { tagKey } from '#contract/customers/tags.ts'
import { toPlainText } from '#contract/money.ts'
import type { ListedUser } from '#contract/office/administration.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import type { Sql } from '../../platform/db/connection.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { readTagged } from './list-users.ts'
import { type PeopleFilter, selectAfter } from './store.ts'

type Column = [name: TextId, toText: (user: ListedUser, texts: Texts) => string]

const COLUMNS: Column[] = [
  [msg('Name'), ({ fullName }) => fullName],
  [msg('Email'), ({ email }) => email],
  [msg('Phone'), ({ mobile }) => mobile],
  [msg('Account number'), ({ accountNumber }) => accountNumber],
  [msg('Role'), ({ role }, { stored }) => stored(role)],
  [msg('Status'), ({ status }, { stored }) => stored(status)],
  [msg('Available balance'), ({ balance }) => toPlainText(balance)],
  [msg('Nationality'), ({ nationality }) => nationality],
  [msg('Date of birth'), ({ dob }) => dob],
  [msg('Address'), ({ address }) => address],
  [msg('Tags'), ({ tags }) => tags.join('; ')],
  [msg('Joined'), ({ createdAt }) => createdAt],
]

const ROWS_PER_READ = 500

export type UserExport = Omit<PeopleFilter, 'tag'> & { tag?: string | undefined }
type ExportContext = { texts: Texts; readerId: string; onRead: (personIds: string[]) => Promise<void> }

/** Reads as many people as the client takes, and holds no connection meanwhile. Each read continues after the last one. */
export const streamUsers = (sql: Sql, input: UserExport, context: ExportContext): Readable =>
  // The stream counts bytes: in object mode it would read sixteen pages ahead.
  Readable.from(linesOf(sql, input, context), { objectMode: false, encoding: 'utf8' })

async function* linesOf(sql: Sql, { tag, ...rest }: UserExport, { texts, readerId, onRead }: ExportContext) {
  yield csvHead(COLUMNS.map(([name]) => texts.t(name)))
  const filter = { ...rest, tag: tag === undefined ? undefined : { key: tagKey(tag), readerId } }
  for (let after: string | null = null; ; ) {
    const users: ListedUser[] = await readPage(sql, filter, after, readerId)
    await onRead(users.map(({ _id }) => _id))
    const lines = users.map((user) => csvLine(COLUMNS.map(([, toText]) => toText(user, texts))))
    if (lines.length > 0) yield lines.join('')
    if (users.length < ROWS_PER_READ) return
    after = users.at(-1)?._id ?? null
  }
}

const readPage = (sql: Sql, filter: PeopleFilter, after: string | null, readerId: string) =>
  sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) =>
    readTagged(tx, await selectAfter(tx, filter, after, ROWS_PER_READ), readerId),
  ) as Promise<ListedUser[]>
