import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'

const GENDERS: Record<string, TextId> = { male: msg('Male'), female: msg('Female'), others: msg('Others') }

/** What an older record has besides is shown as it is. */
export function genderName(gender: string): Text {
  const name = GENDERS[gender]
  return name ? t(name) : verbatim(gender)
}
