import { type Environment, given, throwInvalidVariable } from './read-variable.ts'

/** How long records of a closed account are kept because the law asks for it, counted from the closing. */
export type Retention = Readonly<{
  /** Name, address and documents of the identity check: five years under most rules against money laundering. */
  identityYears: number
  /** Texts of bookings, receipts and issued documents: ten years, the longest that usual commercial laws ask for. */
  booksYears: number
}>

const MAX_YEARS = 100

export const readRetention = (env: Environment): Retention => ({
  identityYears: years(env, 'RETENTION_IDENTITY_YEARS', 5),
  booksYears: years(env, 'RETENTION_BOOKS_YEARS', 10),
})

function years(env: Environment, name: string, usual: number): number {
  const value = given(env, name)
  if (value === null) return usual
  if (!/^\d{1,3}$/.test(value) || Number(value) > MAX_YEARS)
    throwInvalidVariable(name, `a whole number of years between 0 and ${MAX_YEARS}`, value)
  return Number(value)
}
