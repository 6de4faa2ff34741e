import { parseDecimal, plainDigits } from '#contract/decimal.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { TextId } from '#contract/text-id.ts'
import { ALL_CRYPTO_FIELDS_TEXT, ALL_FIELDS_TEXT } from '#contract/texts.ts'
import type { Form, TypedFields } from '../../shared/ui/forms/use-form.ts'

/** The rate is a string: a number can't hold eighteen decimals. */
export type CryptoDraft = { name: string; network: string; address: string; rate: string }

export type Draft = {
  bankingInfo: TypedFields<Settings['bankingInfo']>
  cryptoInfo: CryptoDraft[]
  mail: { name: string; password: string; evenIfUnannounced?: boolean }
  channels: { tag: string; name: string; whatsApp: string }
  cannedReplies: { name: string; text: string }[]
}
export type Section = keyof Draft
export type SettingsForm = Form<Draft>

export const NEW_ENTRY: CryptoDraft = { name: '', network: '', address: '', rate: '' }

export const toDraft = ({ bankingInfo, cryptoInfo, cashApp, whatsApp, mail, cannedReplies }: Settings): Draft => ({
  bankingInfo,
  cryptoInfo: cryptoInfo.map(({ rate, ...entry }) => ({
    ...entry,
    rate: typeof rate === 'number' ? plainDigits(rate) : rate,
  })),
  mail: { name: mail?.name ?? '', password: '' },
  channels: { tag: cashApp.tag, name: cashApp.name, whatsApp },
  cannedReplies: cannedReplies ?? [],
})

const isBlank = (text: string) => text.trim() === ''
const isZeroOrEmpty = (rate: string) => isBlank(rate) || parseDecimal(rate.trim())?.units === 0n

/** Required fields, with the specification's texts; the server validates the rest. */
export const validateSection: { [S in Section]: (draft: Draft[S], stored: Settings) => TextId | undefined } = {
  bankingInfo: ({ accountName, accountNumber, bankName }) =>
    [accountName, accountNumber, bankName].some(isBlank) ? ALL_FIELDS_TEXT : undefined,
  cryptoInfo: (entries) => {
    const isIncomplete = ({ name, network, address, rate }: CryptoDraft) =>
      [name, network, address].some(isBlank) || isZeroOrEmpty(rate)
    return entries.length === 0 || entries.some(isIncomplete) ? ALL_CRYPTO_FIELDS_TEXT : undefined
  },
  mail: ({ name, password }, { mail }) =>
    isBlank(name) || (password === '' && !mail?.passwordSet) ? ALL_FIELDS_TEXT : undefined,
  channels: () => undefined,
  cannedReplies: (replies) =>
    replies.some(({ name, text }) => isBlank(name) || isBlank(text)) ? ALL_FIELDS_TEXT : undefined,
}

/**
 * The whole settings object, as the endpoint requires: one section from the form, the others as stored. A section that
 * is not stored completely yet, as in a new bank, comes from the form too: otherwise none could be saved first.
 */
export function toRequestBody(section: Section, draft: Draft, stored: Settings) {
  const storedDraft = toDraft(stored)
  const pick = <S extends Section>(name: S): Draft[S] =>
    name === section || validateSection[name](storedDraft[name], stored) ? draft[name] : storedDraft[name]
  const { whatsApp, ...cashApp } = pick('channels')
  return {
    bankingInfo: pick('bankingInfo'),
    cryptoInfo: pick('cryptoInfo'),
    cashApp,
    whatsApp,
    ...(section === 'mail' ? { mail: draft.mail } : {}),
    ...(section === 'cannedReplies' ? { cannedReplies: draft.cannedReplies } : {}),
  }
}

/** The section that a field of a server error or an audit entry belongs to. */
export function sectionOfField(path: string): Section | undefined {
  const [first] = path.split('.')
  if (first === 'cashApp' || first === 'whatsApp') return 'channels'
  return first === 'bankingInfo' || first === 'cryptoInfo' || first === 'mail' || first === 'cannedReplies'
    ? first
    : undefined
}
