import type { Payee } from './movements.ts'

const payee = (name: string, bankName: string, accountNumber: string, iban = '', swiftCode = ''): Payee => ({
  name,
  bankName,
  accountNumber,
  iban,
  swiftCode,
})

/** The payees and their banks are fictional. */
export const GROCERS = [
  payee('Greenleaf Grocers', 'First Meridian Bank', '771020045'),
  payee('Corner Larder', 'Bank of Elmstead', '20984413'),
  payee('Sunday Market Co-op', 'Union Harbor Credit', '550091277'),
] as const

export const RESTAURANTS = [
  payee('Osteria Lanterna', 'First Meridian Bank', '771348820'),
  payee('Noodle House Kirin', 'Bank of Elmstead', '20771950'),
  payee('The Copper Kettle', 'Union Harbor Credit', '550447102'),
  payee('Bakery Levain & Sons', 'Bank of Elmstead', '20330981'),
] as const

export const TRANSPORT = [
  payee('Metro Transit Pass', 'Civic Bank', '9004410018'),
  payee('Ridgeline Cabs', 'First Meridian Bank', '771992304'),
  payee('Velo Share', 'Union Harbor Credit', '550663018'),
] as const

export const OCCASIONAL = [
  payee('Dr. Amari, Dentist', 'Bank of Elmstead', '20119874'),
  payee('Skylark Airways', 'Gatwell International', '88201934', 'GB59GATW60161388201934', 'GATWGB2L'),
  payee('Paper Moon Bookshop', 'Union Harbor Credit', '550118830'),
  payee('Tallow Lane Veterinary', 'First Meridian Bank', '771604417'),
  payee('Hotel Belvedere', 'Banque du Lac', '0012994', 'CH5604835012345678009', 'BLACCHZZ'),
  payee('Ironwood Bicycles', 'Bank of Elmstead', '20995540'),
] as const

export const ENERGY = payee('Brightline Energy', 'Civic Bank', '9004773321')
export const INTERNET = payee('Fibrewave Internet', 'Civic Bank', '9004120996')
export const PHONE = payee('Larkspur Mobile', 'Civic Bank', '9004881205')
export const INSURANCE = payee('Keystone Mutual Insurance', 'Gatwell International', '88104472')
export const CLIMBING = payee('Northside Climbing Hall', 'Union Harbor Credit', '550270911')
export const STREAMING = payee('Lumen Pictures', 'First Meridian Bank', '771450099')
export const SAVINGS = payee('Clara Whitfield (savings)', 'Elmstead Building Society', '40077310')
export const FURNITURE = payee('Willow & Pine Furniture', 'Bank of Elmstead', '20447781')
export const LANDSCAPER = payee('Harrow Garden Works', 'Civic Bank', '9004019927')
export const TRAVEL_FRIEND = payee('Jonas Berg', 'Nordvik Sparebank', '15061122', 'NO9386011117947', 'NDVKNOKK')
/** Paid by no one so far. */
export const PRINTER = payee('Northgate Print Works', 'Gatwell International', '88310057')
export const ELSEWHERE = payee('Own account', 'Banque du Lac', '0077141')
export const STRANGER = payee('R. Voss', 'Quayside Direct', '61190342')

export const ALL_PAYEES = [
  ...GROCERS,
  ...RESTAURANTS,
  ...TRANSPORT,
  ...OCCASIONAL,
  ENERGY,
  INTERNET,
  PHONE,
  INSURANCE,
  FURNITURE,
]
