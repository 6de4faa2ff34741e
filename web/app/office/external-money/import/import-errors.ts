import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { ApiError, errorMessage } from '../../../shared/api/api-error.ts'
import { t } from '../../../shared/i18n/i18n.ts'

export type ImportProblem = { title: Text; advice: Text }
type ProblemTexts = { title: TextId; advice: TextId }

const PROBLEMS: Record<string, ProblemTexts> = {
  statement_unreadable: {
    title: msg('The file could not be read'),
    advice: msg('Export the statement again at the other bank, as camt.053, MT940, OFX or CSV, and import that file.'),
  },
  balances_differ: {
    title: msg('The balances don’t add up'),
    advice: msg(
      'The opening balance and the lines don’t make the closing balance. The file may be cut off or edited. Export it again, for whole days.',
    ),
  },
  unknown_account: {
    title: msg('This account is not listed yet'),
    advice: msg(
      'The statement is of an account that is not among the outside accounts. Add it, and the file is imported.',
    ),
  },
  account_unclear: {
    title: msg('It is not clear which account this is'),
    advice: msg(
      'Choose the account that the statement is of. Of a file with several accounts, export one file for each.',
    ),
  },
  imported_elsewhere: {
    title: msg('This file belongs to another account'),
    advice: msg(
      'It was imported for another account. If that was a mistake, undo that import first, and then import the file again.',
    ),
  },
  currency_differs: {
    title: msg('The statement is in another currency'),
    advice: msg('Statements have to be in the currency of the bank. Choose the statement of another account.'),
  },
  too_large: {
    title: msg('The file is too large'),
    advice: msg('Export a shorter period, for example one month, and import the files one after the other.'),
  },
  no_file: { title: msg('The file is empty'), advice: msg('Choose another file.') },
  upload_unreadable: { title: msg('The file did not arrive completely'), advice: msg('Import it again.') },
  wrong_media_type: { title: msg('The file did not arrive completely'), advice: msg('Import it again.') },
}

const UNREACHABLE: ProblemTexts = {
  title: msg('We lost the connection'),
  advice: msg('Import the file again. Lines that have arrived already are recognized and not imported twice.'),
}

const translated = ({ title, advice }: ProblemTexts): ImportProblem => ({ title: t(title), advice: t(advice) })

/** In words that say what to do. The server's message names the row, line or account, and is shown below. */
export function importProblem(error: unknown): ImportProblem & { detail: Text | null } {
  const code = error instanceof ApiError ? error.code : undefined
  if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
    return { ...translated(UNREACHABLE), detail: null }
  const known = code ? PROBLEMS[code] : undefined
  return known
    ? { ...translated(known), detail: errorMessage(error) }
    : { title: t('The file was not imported'), advice: errorMessage(error), detail: null }
}

export type NamedAccount = { number: string; currency: string }

/** The account that a file may mean. */
export type AccountQuestion = NamedAccount & {
  /** All unclear numbers of the file; the question is about the first one. */
  numbers: string[]
  /** The ids of accounts whose numbers are similar. */
  candidates: string[]
}

/** What staff have to say before the file can be imported. Null: it is refused for another reason, or no account is like it. */
export function accountQuestion(error: unknown): AccountQuestion | null {
  if (!(error instanceof ApiError) || error.code !== 'account_unclear') return null
  const { number, currency, numbers, candidates } = error.current as Partial<AccountUnclear>
  if (!number || !candidates?.length) return null
  return {
    number,
    currency: currency ?? '',
    numbers: numbers ?? [number],
    candidates: candidates.map(({ _id }) => _id),
  }
}

type AccountUnclear = { number: string; currency: string | null; numbers: string[]; candidates: { _id: string }[] }

/** The account that a refused statement names. */
export function namedAccount(error: unknown): NamedAccount | null {
  const current = error instanceof ApiError && error.code === 'unknown_account' ? error.current : undefined
  const account = (current?.account ?? current) as Partial<NamedAccount> | undefined
  return typeof account?.number === 'string'
    ? { number: account.number, currency: typeof account.currency === 'string' ? account.currency : '' }
    : null
}
