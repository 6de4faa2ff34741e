import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime, line, verbatimText } from '../fields.ts'
import { bankStatement, bankStatementEntry } from './bank-statements.ts'
import { csvMapping } from './csv-mapping.ts'

/** A statement of a year with a hundred thousand entries fits. */
export const MAX_STATEMENT_BYTES = 25 * 1024 * 1024
export const MAX_STATEMENT_ENTRIES = 250_000

export const STATEMENT_FORMATS = ['camt053', 'mt940', 'ofx1', 'ofx2', 'csv'] as const

const EXAMPLE_ID = '019a85b1-1c3e-7d52-9f0a-3a1c5e7b9d25'
const ACCOUNT_ID = '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24'
const FINGERPRINT = '5f1d3c0b7a9e4d2681c5b0f3a7e9d4c26b8f1a3e5d7c9b0f2e4a6c8d0b1f3e5a'
const MAPPING = { delimiter: ';', skipRows: 1, dateOrder: 'dmy', decimal: ',', bookedOn: 0, amount: 2, text: [1] }

const part = bankStatement.pick({
  _id: true,
  account: true,
  from: true,
  to: true,
  opening: true,
  closing: true,
  lines: true,
})

export const importedStatement = part
  .extend({
    others: z
      .array(part)
      .optional()
      .meta({ description: 'Where the file has statements of several accounts: the others.' }),
  })
  .meta({
    id: 'ImportedStatement',
    examples: [
      {
        _id: EXAMPLE_ID,
        account: { _id: ACCOUNT_ID, name: 'Main account', number: 'DE89370400440532013000', currency: 'EUR' },
        from: '2026-01-01',
        to: '2026-01-31',
        opening: 12480.55,
        closing: 13980.05,
        lines: { total: 42, matched: 30, suggested: 5, unmatched: 4, known: 3 },
      },
    ],
  })
export type ImportedStatement = z.infer<typeof importedStatement>
export type ImportedPart = z.infer<typeof part>

const tag = 'Outside money'

export const importBankStatement = endpoint({
  method: 'POST',
  path: '/admin/bank-statements',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  rateLimit: 'upload',
  tag,
  rules: { account: 'An id.', outsideAccountId: 'An id of an outside account.', 'mapping*': 'A CsvMapping as JSON.' },
  summary: 'Import a bank statement',
  description: `The form has the file in the field \`file\`: camt.053, MT940, OFX or CSV, detected by content; at most 25 MB and 250,000 lines.
It may hold many statements, also of several accounts. For CSV, \`account\` is the id of the outside account (not needed where there is only
one) and \`mapping\` a CsvMapping as JSON; it is remembered for files with the same headings and may be left out for those, and where the
headings are recognised with certainty. Otherwise \`current\` of mapping_required names the missing \`fields\`, with what was recognised. Fields come in any order. The same file or line
again changes nothing and is counted as \`known\`.

A number in the file means an outside account if the two are equal without separators and leading zeros. Where it only resembles some,
\`account_unclear\` lists those in \`current.candidates\`. Send the file again with \`outsideAccountId\`: it is remembered for that number, until an
import with another account, or \`DELETE /admin/outside-accounts/:id/numbers/:number\`. Of a file with several unclear numbers
(\`current.numbers\`), say each with PUT first. A file is imported for other accounts only after its import was undone.

Whatever is refused stores nothing; the message names the line, row or account.`,
  multipart: { file: 'file', fields: ['account', 'outsideAccountId', 'mapping'] },
  success: { status: 201, body: importedStatement },
  refusals: [
    'no_file',
    'upload_unreadable',
    'statement_unreadable',
    'balances_differ',
    'unknown_account',
    'account_unclear',
    'imported_elsewhere',
    'currency_differs',
    'mapping_required',
    'too_large',
    'wrong_media_type',
  ],
})

const previewEntry = bankStatementEntry
  .pick({
    bookedOn: true,
    valueOn: true,
    amount: true,
    endToEndId: true,
    bankReference: true,
    counterpartyName: true,
    counterpartyNumber: true,
    text: true,
  })
  .meta({ id: 'PreviewLine' })

export const statementPreview = z
  .object({
    format: z.enum(STATEMENT_FORMATS),
    account: z.object({ number: verbatimText, currency: verbatimText.nullable() }).nullable().meta({
      description: 'The account that the file names. Null for CSV.',
    }),
    csv: z
      .object({
        fingerprint: z.string().meta({ description: 'Of the headings. A mapping is remembered under it.' }),
        columns: z.array(verbatimText),
        rows: z.array(z.array(verbatimText)).meta({ description: 'The first rows with transactions, as written.' }),
        mapping: csvMapping
          .nullable()
          .meta({ description: 'Sent, remembered or recognised. Null: choose the columns.' }),
        remembered: z.boolean(),
      })
      .nullable(),
    lines: z.array(previewEntry).meta({ description: 'The first lines as they would be imported.' }),
    error: z.string().nullable().meta({ description: 'Why the lines can’t be read.' }),
  })
  .meta({
    id: 'StatementPreview',
    examples: [
      {
        format: 'csv',
        account: null,
        csv: {
          fingerprint: FINGERPRINT,
          columns: ['Date', 'Text', 'Amount'],
          rows: [['31.01.2026', 'RF18539007547034', '120,50']],
          mapping: MAPPING,
          remembered: true,
        },
        lines: [
          {
            bookedOn: '2026-01-31',
            valueOn: null,
            amount: 120.5,
            endToEndId: null,
            bankReference: null,
            counterpartyName: null,
            counterpartyNumber: null,
            text: 'RF18539007547034',
          },
        ],
        error: null,
      },
    ],
  })
export type StatementPreview = z.infer<typeof statementPreview>

export const previewBankStatement = endpoint({
  method: 'POST',
  path: '/admin/bank-statements/preview',
  policy: 'outside:manage',
  fresh: false,
  apiOnly: true,
  rateLimit: 'upload',
  tag,
  rules: { account: 'An id.', outsideAccountId: 'An id.', 'mapping*': 'A CsvMapping as JSON.' },
  summary: 'See what a file of a bank contains, without importing it',
  description: `The same form as for the import. \`account\` and \`mapping\` are optional: with a mapping, the lines are those it makes. The first
megabyte is enough; a file that is cut shows an \`error\` beside its first lines.`,
  multipart: { file: 'file', fields: ['account', 'outsideAccountId', 'mapping'] },
  success: { status: 200, body: statementPreview },
  refusals: ['no_file', 'upload_unreadable', 'statement_unreadable', 'too_large', 'wrong_media_type'],
})

export const IMPORT_STAGES = ['idle', 'receiving', 'reading', 'matching', 'booking'] as const
export type ImportStage = (typeof IMPORT_STAGES)[number]

export const statementProgress = z
  .object({
    stage: z.enum(IMPORT_STAGES),
    lines: z.int().nonnegative().meta({ description: 'Done in this stage.' }),
    of: z.int().nonnegative().nullable().meta({ description: 'Null while the number of lines is not known.' }),
    startedAt: isoTime.nullable(),
  })
  .meta({
    id: 'StatementProgress',
    examples: [{ stage: 'matching', lines: 42000, of: 100000, startedAt: '2026-02-01T08:00:00.000Z' }],
  })
export type StatementProgress = z.infer<typeof statementProgress>

export const getImportProgress = endpoint({
  method: 'GET',
  path: '/admin/bank-statements/progress',
  policy: 'outside:manage',
  apiOnly: true,
  passive: true,
  tag,
  summary: 'How far the own running import is',
  description: 'For a page to ask every second while it waits for the import’s response.',
  success: { status: 200, body: statementProgress },
})

export const rememberedMapping = z
  .object({
    fingerprint: z.string(),
    columns: z.array(verbatimText),
    mapping: csvMapping,
    savedAt: isoTime,
  })
  .meta({
    id: 'RememberedMapping',
    examples: [
      {
        fingerprint: FINGERPRINT,
        columns: ['Date', 'Text', 'Amount'],
        mapping: MAPPING,
        savedAt: '2026-02-01T08:00:00.000Z',
      },
    ],
  })

export const listCsvMappings = endpoint({
  method: 'GET',
  path: '/admin/outside-accounts/:id/csv-mappings',
  policy: 'outside:read',
  apiOnly: true,
  tag,
  summary: 'The remembered columns of CSV files of an account',
  description: 'Newest first.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.externalAccount } },
  success: { status: 200, body: z.array(rememberedMapping) },
  refusals: ['not_found'],
})

const fingerprint = z.string().regex(/^[0-9a-f]{64}$/, 'Not a fingerprint of headings.')

export const putCsvMapping = endpoint({
  method: 'PUT',
  path: '/admin/outside-accounts/:id/csv-mappings/:fingerprint',
  policy: 'outside:manage',
  fresh: true,
  apiOnly: true,
  tag,
  summary: 'Remember the columns of CSV files of an account',
  params: z.strictObject({ id, fingerprint }),
  body: z.strictObject({ mapping: csvMapping, columns: z.array(line(200, 'A heading')).max(200) }),
  example: {
    params: { id: EXAMPLES.externalAccount, fingerprint: FINGERPRINT },
    body: {
      mapping: {
        delimiter: ';',
        skipRows: 1,
        dateOrder: 'dmy',
        decimal: ',',
        bookedOn: 0,
        valueOn: 1,
        amount: 2,
        direction: 3,
        fee: 4,
        status: 5,
        currency: 6,
        balance: 7,
        name: 8,
        number: 9,
        reference: 10,
        bankReference: 11,
        text: [12],
      },
      columns: [
        'Date',
        'Value',
        'Amount',
        'D/C',
        'Fee',
        'Status',
        'Currency',
        'Balance',
        'Name',
        'Account',
        'EndToEndId',
        'No.',
        'Text',
      ],
    },
  },
  success: { status: 200, body: rememberedMapping },
  refusals: ['not_found'],
})
