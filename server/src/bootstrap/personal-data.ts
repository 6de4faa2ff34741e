import { accessData } from '../access/personal-data.ts'
import { authorityData } from '../authority/personal-data.ts'
import { customersData } from '../customers/personal-data.ts'
import { documentsData } from '../documents/personal-data.ts'
import { externalMoneyData } from '../external-money/personal-data.ts'
import { identityData } from '../identity/personal-data.ts'
import { ledgerData } from '../ledger/personal-data.ts'
import { notificationsData } from '../notifications/personal-data.ts'
import { officeData } from '../office/personal-data.ts'
import { paymentsData } from '../payments/personal-data.ts'
import type { PersonalData } from '../platform/personal-data/personal-data.ts'
import { platformData } from '../platform/personal-data/platform-data.ts'
import { settingsData } from '../settings/personal-data.ts'

/** From the top domain to the bottom one. */
export const ALL_DATA: readonly PersonalData[] = [
  officeData,
  externalMoneyData,
  paymentsData,
  documentsData,
  identityData,
  notificationsData,
  settingsData,
  authorityData,
  customersData,
  ledgerData,
  accessData,
  platformData,
]

/** Every table of the database. */
export const PERSONAL_DATA: PersonalData = Object.assign({}, ...ALL_DATA)
