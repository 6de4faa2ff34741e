/** What people spend on and earn by. Pages load this file, so it has no schemas. */
export const CATEGORY_NAMES = {
  housing: 'Housing',
  utilities: 'Utilities',
  groceries: 'Groceries',
  dining: 'Dining out',
  transport: 'Transport',
  travel: 'Travel',
  shopping: 'Shopping',
  health: 'Health',
  leisure: 'Leisure',
  family: 'Family and gifts',
  income: 'Income',
  other: 'Other',
} as const

export type Category = keyof typeof CATEGORY_NAMES
export const CATEGORIES = Object.keys(CATEGORY_NAMES) as Category[]
