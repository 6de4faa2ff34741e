import { msg } from '../text-id.ts'

/** What people spend on and earn by. Pages load this file, so it has no schemas. */
export const CATEGORY_NAMES = {
  housing: msg('Housing'),
  utilities: msg('Utilities'),
  groceries: msg('Groceries'),
  dining: msg('Dining out'),
  transport: msg('Transport'),
  travel: msg('Travel'),
  shopping: msg('Shopping'),
  health: msg('Health'),
  leisure: msg('Leisure'),
  family: msg('Family and gifts'),
  income: msg('Income'),
  other: msg('Other'),
} as const

export type Category = keyof typeof CATEGORY_NAMES
export const CATEGORIES = Object.keys(CATEGORY_NAMES) as Category[]
