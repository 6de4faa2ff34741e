import { aboutTheBank, type PersonalData } from '../platform/personal-data/personal-data.ts'

export const settingsData = {
  settings: aboutTheBank({ holds: 'of the bank', kept: 'until changed', why: 'needed to run' }),
  crypto_entries: aboutTheBank({ holds: 'addresses for deposits', kept: 'until changed', why: 'needed to run' }),
  canned_replies: aboutTheBank({ holds: 'texts for the chat', kept: 'until changed', why: 'needed to run' }),
} satisfies PersonalData
