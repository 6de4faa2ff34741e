import { MAX_STATEMENT_ENTRIES } from '#contract/external-money/statement-import.ts'
import {
  type FileEntry,
  fromUnits,
  type StatementBalance,
  StatementBalanceError,
  type StatementEvent,
  StatementFormatError,
  toUnits,
} from './statement-file.ts'

/** One statement of a file, with what a balance after each of its entries is computed from. */
export type StatementSummary = {
  opening: StatementBalance | null
  closing: StatementBalance | null
  from: string | null
  to: string | null
  entries: number
  /** The newest entry is the first one. */
  isDescending: boolean
  wholeDays: boolean
}

/** What a file says about one account, over all its statements. */
export type AccountSurvey = {
  number: string
  /** Every currency that is named: that of the account and those of entries. */
  currencies: Set<string>
  statements: StatementSummary[]
  entries: number
}

export type FileSurvey = {
  accounts: AccountSurvey[]
  /** The account of each statement, in the order of the file. */
  order: { account: AccountSurvey; statement: StatementSummary }[]
  entries: number
}

/** A statement for every day of twenty years. */
const MAX_STATEMENTS = 8_000

/**
 * The first of two passes over a file: finds its accounts, and checks that every statement adds up. Memory grows with the
 * number of statements only.
 */
export async function surveyStatements(
  groups: AsyncIterable<readonly StatementEvent[]>,
  onEntries: (entries: number) => Promise<void> = async () => {},
): Promise<FileSurvey> {
  const survey: FileSurvey = { accounts: [], order: [], entries: 0 }
  let reader: StatementReader | null = null
  for await (const events of groups) {
    for (const event of events) {
      if (event.kind === 'opened') {
        if (survey.order.length >= MAX_STATEMENTS) throw new TooManyEntries(`More than ${MAX_STATEMENTS} statements.`)
        reader = openStatement(survey, event.account)
      }
      if (event.kind === 'entry' && ++survey.entries > MAX_STATEMENT_ENTRIES)
        throw new TooManyEntries(`The file has more than ${MAX_STATEMENT_ENTRIES} lines. Export a shorter period.`)
      reader?.read(event)
    }
    await onEntries(survey.entries)
  }
  for (const account of survey.accounts) requireUnbrokenChain(account)
  return survey
}

export class TooManyEntries extends StatementFormatError {
  override name = 'TooManyEntries'
}

function openStatement(survey: FileSurvey, { number, currency }: { number: string; currency: string | null }) {
  let account = survey.accounts.find((known) => known.number === number)
  if (!account) {
    account = { number, currencies: new Set(), statements: [], entries: 0 }
    survey.accounts.push(account)
  }
  if (currency !== null) account.currencies.add(currency)
  const statement: StatementSummary = {
    opening: null,
    closing: null,
    from: null,
    to: null,
    entries: 0,
    isDescending: false,
    wholeDays: false,
  }
  account.statements.push(statement)
  survey.order.push({ account, statement })
  return new StatementReader(account, statement)
}

class StatementReader {
  #account: AccountSurvey
  #statement: StatementSummary
  #sum = 0n
  #first: string | null = null
  #last: string | null = null

  constructor(account: AccountSurvey, statement: StatementSummary) {
    this.#account = account
    this.#statement = statement
  }

  read(event: StatementEvent): void {
    const statement = this.#statement
    if (event.kind === 'period') {
      this.#extend(event.from, event.to)
      statement.wholeDays = event.wholeDays
    }
    if (event.kind === 'entry') this.#readEntry(event.entry)
    if (event.kind === 'balance') {
      statement[event.which] = event.balance
      // An opening balance is mostly dated as the closing one before it.
      if (event.which === 'closing' && event.balance.on) this.#extend(event.balance.on, event.balance.on)
    }
    if (event.kind === 'ended') this.#end()
  }

  #readEntry({ bookedOn, amount, currency }: FileEntry): void {
    this.#account.entries++
    this.#statement.entries++
    this.#sum += toUnits(amount)
    this.#first ??= bookedOn
    this.#last = bookedOn
    this.#extend(bookedOn, bookedOn)
    if (currency !== null && this.#account.currencies.size < 10) this.#account.currencies.add(currency)
  }

  #extend(from: string, to: string): void {
    const statement = this.#statement
    if (statement.from === null || from < statement.from) statement.from = from
    if (statement.to === null || to > statement.to) statement.to = to
  }

  #end(): void {
    const statement = this.#statement
    const { opening, closing } = statement
    statement.isDescending = (this.#first ?? '') > (this.#last ?? '')
    if (statement.from === null && opening?.on) this.#extend(opening.on, opening.on)
    if (!opening) return
    const sum = toUnits(opening.amount) + this.#sum
    if (!closing) statement.closing = { amount: fromUnits(sum), on: statement.to }
    else if (toUnits(closing.amount) !== sum)
      throw new StatementBalanceError(
        `${describe(this.#account, statement)}: ${opening.amount} and the lines make ${fromUnits(sum)}, not ${closing.amount}.`,
      )
  }
}

const describe = ({ number }: AccountSurvey, { from, to }: StatementSummary): string =>
  `Statement of ${number.slice(0, 40)} from ${from} to ${to}`

/** Each statement begins with the balance that the one before ended with. Files have the newest first or last. */
function requireUnbrokenChain(account: AccountSurvey): void {
  const broken = findBreak(account.statements)
  if (!broken) return
  const reversed = account.statements.toReversed()
  if (findBreak(reversed)) {
    const [before, after] = broken
    throw new StatementBalanceError(
      `${describe(account, after)} begins with ${after.opening?.amount}, but the one before ends with ${before.closing?.amount}.`,
    )
  }
  account.statements = reversed
}

function findBreak(statements: readonly StatementSummary[]): [StatementSummary, StatementSummary] | null {
  for (const [index, after] of statements.entries()) {
    const before = statements[index - 1]
    if (before?.closing && after.opening && before.closing.amount !== after.opening.amount) return [before, after]
  }
  return null
}
