import { msg } from '#contract/text-id.ts'

/** As people choose them; what an older record has besides is shown as it is. */
export const GENDERS: Record<string, string> = { male: msg('Male'), female: msg('Female'), others: msg('Others') }
