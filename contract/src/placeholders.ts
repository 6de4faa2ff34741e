import { msg } from './text-id.ts'

/** Placeholders of canned replies and their meaning. No schemas in this file: pages load it. */
export const PLACEHOLDERS = {
  firstName: msg('the customer’s first name'),
  name: msg('their full name'),
  email: msg('their email address'),
  accountNumber: msg('their account number'),
  status: msg('‘active’ or ‘awaiting verification’; the reply is only offered where one of them is true'),
  balance: msg('their available balance'),
  me: msg('your name'),
  bank: msg('the name of the bank'),
} as const
export type Placeholder = keyof typeof PLACEHOLDERS

export const MOST_REPLIES = 50
export const LONGEST_REPLY_NAME = 60
export const LONGEST_REPLY = 2_000

const MARK = /\{\{\s*([^{}]*?)\s*\}\}/g
const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

/** Inserted values are not parsed again: a name with braces stays as it is. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(MARK, (mark, name: string) => (isPlaceholder(name) ? values[name] : mark))

/** Whether a text contains the placeholder. */
export const hasPlaceholder = (text: string, placeholder: Placeholder): boolean =>
  [...text.matchAll(MARK)].some(([, name]) => name === placeholder)

/** The first placeholder without a value; null when there is none. */
export const unknownPlaceholder = (text: string): string | null =>
  [...text.matchAll(MARK)].find(([, name = '']) => !isPlaceholder(name))?.[0] ?? null
