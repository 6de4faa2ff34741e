import { z } from 'zod'

export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
const MAX_COLUMNS = 200

const column = z
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)

/** Which column of a bank's CSV holds what, by number from 0. A bank's files keep their shape, so a mapping is made once. */
export const csvMapping = z
  .strictObject({
    delimiter: z.enum(CSV_DELIMITERS),
    skipRows: z.int().min(0).max(100).meta({ description: 'Rows before the first transaction, headings included.' }),
    dateOrder: z.enum(DATE_ORDERS),
    decimal: z.enum(['.', ',']),
    bookedOn: column,
    valueOn: column.optional(),
    amount: column.optional().meta({ description: 'One signed column, or `credit` and `debit`.' }),
    credit: column.optional(),
    debit: column.optional(),
    direction: column
      .optional()
      .meta({ description: 'Says debit or credit, where `amount` has no sign: S and H, D and C.' }),
    fee: column.optional().meta({ description: 'Taken from `amount` by the bank, and not part of it.' }),
    status: column.optional().meta({ description: 'Rows that are pending, reverted or declined there are left out.' }),
    currency: column.optional(),
    balance: column
      .optional()
      .meta({ description: 'The balance after each transaction. With it, the file is checked.' }),
    name: column.optional(),
    number: column.optional(),
    reference: column.optional().meta({ description: 'The reference of the payment order (EndToEndId).' }),
    bankReference: column.optional().meta({ description: 'The bank’s own number of the transaction.' }),
    text: z.array(column).max(20),
  })
  .refine((mapping) => mapping.amount !== undefined || mapping.credit !== undefined || mapping.debit !== undefined, {
    error: 'Choose the column of the amount.',
  })
  .meta({
    id: 'CsvMapping',
    anyOf: ['amount', 'credit', 'debit'].map((name) => ({ required: [name] })),
    examples: [
      { delimiter: ';', skipRows: 1, dateOrder: 'dmy', decimal: ',', bookedOn: 0, amount: 4, name: 2, text: [3] },
    ],
  })
export type CsvMapping = z.infer<typeof csvMapping>
export type DateOrder = (typeof DATE_ORDERS)[number]
