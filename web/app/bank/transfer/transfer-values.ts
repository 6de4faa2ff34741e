import { EMPTY_SCHEDULE, type ScheduleForm } from './schedule.ts'

export type TransferForm = ScheduleForm & {
  /** The savings account that pays; empty for the main account. */
  accountId: string
  accountName: string
  accountNumber: string
  bankName: string
  amountText: string
  iban: string
  swiftCode: string
  /** What the payee reads; empty: nothing. */
  message: string
  /** The code of the request for money that is paid; empty: none. */
  payRequest: string
}
export const EMPTY_FORM: TransferForm = {
  accountId: '',
  accountName: '',
  accountNumber: '',
  bankName: '',
  amountText: '',
  iban: '',
  swiftCode: '',
  message: '',
  payRequest: '',
  ...EMPTY_SCHEDULE,
}
