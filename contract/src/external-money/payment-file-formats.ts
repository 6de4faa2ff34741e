import { msg } from '../text-id.ts'

/** What a payment run can be downloaded as. Pages load this file, so it has no schemas. */
export const PAYMENT_FILE_FORMATS = {
  pain001: {
    name: 'pain.001',
    use: 'For the outside bank (ISO 20022)',
    extension: 'xml',
    mediaType: 'application/xml',
  },
  csv: { name: 'CSV', use: 'For spreadsheets', extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
} as const satisfies Record<string, { name: string; use: string; extension: string; mediaType: string }>
export type PaymentFileFormat = keyof typeof PAYMENT_FILE_FORMATS

export const PAST_DAY_TEXT = msg('The day is in the past.')
export const FAR_DAY_TEXT = msg('The day is more than a year from now.')

export const RUN_STATES = ['open', 'sent', 'cancelled'] as const
export type RunState = (typeof RUN_STATES)[number]

/** 'payment-run-7.xml' */
export const paymentFileName = (number: number, format: PaymentFileFormat): string =>
  `payment-run-${number}.${PAYMENT_FILE_FORMATS[format].extension}`
