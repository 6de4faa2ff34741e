import type { SourceFile } from './architecture-rules.ts'

/** Earlier migrations were applied before the rules existed, and are never edited. */
const FIRST_CHECKED = '0066'
/** From here on, a transaction locks one table. */
const FIRST_WITH_ONE_TABLE = '0072'
const CONCURRENTLY = '-- concurrently\n'
/** In a comment before a statement: its table has at most some thousand rows. */
const SMALL_TABLE = /small table/
/** In a comment before a statement: no version that may still run uses what it takes away. */
const CONTRACT = /contract: unused since/

type Statement = { text: string; comment: string }
type Rule = { message: string; breaks: (statement: Statement, file: MigrationFile) => boolean }
type MigrationFile = { statements: Statement[]; isConcurrent: boolean; created: Set<string> }

const INDEX = /^(create (?:unique )?index|drop index)\b(?! concurrently)/i
const VOLATILE = /default\s+(now|current_timestamp|clock_timestamp|random|gen_random_uuid|nextval|uuidv[47])\b/i

/** docs/migrations.md explains each. */
const RULES: readonly Rule[] = [
  {
    message: 'build and drop indexes of existing tables concurrently',
    breaks: ({ text }, { created }) => INDEX.test(text) && !created.has(/ on (\w+)/i.exec(text)?.[1] ?? ''),
  },
  {
    message: "an index is built concurrently only in a file that begins with '-- concurrently'",
    breaks: ({ text }, { isConcurrent }) => /\bconcurrently\b/i.test(text) && !isConcurrent,
  },
  {
    message: 'drop an index (if exists, concurrently) before building it: an interrupted build leaves an invalid one',
    breaks: ({ text }, { statements }) => {
      const name = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i.exec(text)?.[1]
      return name !== undefined && !statements.some((one) => isDropOf(one, name))
    },
  },
  {
    message: 'add constraints to existing tables not valid, and validate them afterwards',
    breaks: ({ text }, file) =>
      isAltered(text, file) &&
      /\badd (constraint \w+ )?(check|foreign key)\b/i.test(text) &&
      !/\bnot valid\b/i.test(text),
  },
  {
    message:
      "validate a constraint in a file that begins with '-- concurrently': the lock of adding it would last as long",
    breaks: ({ text, comment }, { isConcurrent }) =>
      /\bvalidate constraint\b/i.test(text) && !isConcurrent && !SMALL_TABLE.test(comment),
  },
  {
    message: 'build a unique index concurrently and add the constraint using it',
    breaks: ({ text }, file) =>
      isAltered(text, file) && /\badd (constraint \w+ )?(unique|primary key)\b(?! using index)/i.test(text),
  },
  {
    message: 'a new column of an existing table is nullable or has a constant default, without check and references',
    breaks: ({ text }, file) =>
      isAltered(text, file) &&
      columnsAdded(text).some(
        (column) =>
          /\b(check|references|unique)\b/i.test(column) ||
          VOLATILE.test(column) ||
          (/\bnot null\b/i.test(column) && !/\bdefault\b/i.test(column)),
      ),
  },
  {
    message: 'changes of a type rewrite the table: add a column, fill it in batches, and use it in the next version',
    breaks: ({ text }, file) => isAltered(text, file) && /\balter (column )?\w+ (set data )?type\b/i.test(text),
  },
  {
    message: 'set not null only after a validated check of the same (in a file that begins with -- concurrently)',
    breaks: ({ text }, file) => isAltered(text, file) && /\bset not null\b/i.test(text) && !file.isConcurrent,
  },
  {
    message: "what is dropped or renamed may be in use: say '-- contract: unused since VERSION' before the statement",
    breaks: ({ text, comment }, file) =>
      !CONTRACT.test(comment) &&
      (/^drop (table|view)\b/i.test(text) ||
        /^revoke\b/i.test(text) ||
        (isAltered(text, file) && /\b(drop column|rename)\b/i.test(text))),
  },
  {
    message: "change rows of existing tables in batches with a limit, after '-- in batches'",
    breaks: ({ text, comment }, { created, isConcurrent }) => {
      const table = /^(?:with .*?)?\b(?:update|delete from) (\w+)/is.exec(text)?.[1]
      if (table === undefined || /^(grant|create|alter|revoke|insert)\b/i.test(text) || created.has(table)) return false
      return !SMALL_TABLE.test(comment) && !(isConcurrent && /in batches/.test(comment) && /\blimit \d+/i.test(text))
    },
  },
  {
    message: 'no statement that locks or rewrites a whole table',
    breaks: ({ text }) => /^(lock|truncate|cluster|vacuum|analyze|reindex (?!.*concurrently))\b/i.test(text),
  },
]

/** Statements of new migrations that would stop a running bank, or the version before. */
export function unsafeMigrations({ path, text }: SourceFile): string[] {
  const name = /^server\/migrations\/(\d{4})-/.exec(path)?.[1]
  if (name === undefined || name < FIRST_CHECKED) return []
  const file = read(text)
  const problems = file.statements.flatMap((statement) =>
    RULES.filter(({ breaks }) => breaks(statement, file)).map(
      ({ message }) => `${path}: ${message} (${statement.text.slice(0, 60).replaceAll(/\s+/g, ' ')})`,
    ),
  )
  const locked = name < FIRST_WITH_ONE_TABLE || file.isConcurrent ? [] : lockedTables(file)
  if (locked.length > 1)
    problems.push(`${path}: lock at most one existing table in a transaction (${locked.join(', ')}): one file each`)
  return problems
}

/** Altering a table, its policies, triggers and rules locks it until the end of the transaction, and so does a foreign key to it. */
function lockedTables({ statements, created }: MigrationFile): string[] {
  const found = statements.flatMap(({ text }) => [
    /^alter table (?:if exists )?(?:only )?(\w+)/i.exec(text)?.[1],
    /^(?:create|alter|drop) (?:or replace )?(?:policy|trigger|rule)\b.*?\bon (\w+)/is.exec(text)?.[1],
    /^drop table (?:if exists )?(\w+)/i.exec(text)?.[1],
    ...[...text.matchAll(/\breferences (\w+)/gi)].map(([, table]) => table),
  ])
  return [...new Set(found.filter((table) => table !== undefined).filter((table) => !created.has(table)))]
}

function read(text: string): MigrationFile {
  const statements = text
    .replace(CONCURRENTLY, '')
    .split(/;\s*(?:\n|$)/)
    .map(toStatement)
    .filter(({ text }) => text !== '')
  const created = statements.map(({ text }) => /^create table (?:if not exists )?(\w+)/i.exec(text)?.[1])
  return {
    statements,
    isConcurrent: text.startsWith(CONCURRENTLY),
    created: new Set(created.filter((name) => name !== undefined)),
  }
}

function toStatement(part: string): Statement {
  const lines = part.split('\n')
  const comment = lines.filter((line) => line.trim().startsWith('--')).join('\n')
  const code = lines.filter((line) => !line.trim().startsWith('--')).map((line) => line.replace(/ --.*$/, ''))
  return { text: code.join('\n').trim(), comment }
}

function isAltered(text: string, { created }: MigrationFile): boolean {
  const table = /^alter table (?:if exists )?(?:only )?(\w+)/i.exec(text)?.[1]
  return table !== undefined && !created.has(table)
}

const columnsAdded = (text: string) => text.split(/\badd column\b/i).slice(1)

const isDropOf = ({ text }: Statement, name: string) =>
  new RegExp(`^drop index concurrently if exists ${name}$`, 'i').test(text)
