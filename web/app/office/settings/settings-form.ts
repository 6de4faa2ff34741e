import type { UseFormReturn } from 'react-hook-form'
import { parseDecimal, plainDigits } from '#contract/decimal.ts'
import type { Settings } from '#contract/settings.ts'
import { ALL_CRYPTO_FIELDS_TEXT, ALL_FIELDS_TEXT } from '#contract/texts.ts'

/** The rate is text: a number would lose the last of eighteen decimals. */
export type CryptoDraft = { name: string; network: string; address: string; rate: string }

export type Draft = {
  bankingInfo: Settings['bankingInfo']
  cryptoInfo: CryptoDraft[]
  mail: { name: string; password: string }
  channels: { tag: string; name: string; whatsApp: string }
  cannedReplies: { name: string; text: string }[]
}
export type Section = keyof Draft
export type SettingsForm = UseFormReturn<Draft>

export const NEW_ENTRY: CryptoDraft = { name: '', network: '', address: '', rate: '' }

export const draftOf = ({ bankingInfo, cryptoInfo, cashApp, whatsApp, mail, cannedReplies }: Settings): Draft => ({
  bankingInfo,
  cryptoInfo: cryptoInfo.map(({ rate, ...entry }) => ({
    ...entry,
    rate: typeof rate === 'number' ? plainDigits(rate) : rate,
  })),
  mail: { name: mail?.name ?? '', password: '' },
  channels: { tag: cashApp.tag, name: cashApp.name, whatsApp },
  cannedReplies: cannedReplies ?? [],
})

const empty = (text: string) => text.trim() === ''
const isNothing = (rate: string) => empty(rate) || parseDecimal(rate.trim())?.units === 0n

/** What is wrong with a section, in the words of the specification; finer rules are the server's to say. */
export const problemOf: { [S in Section]: (draft: Draft[S], stored: Settings) => string | undefined } = {
  bankingInfo: ({ accountName, accountNumber, bankName }) =>
    [accountName, accountNumber, bankName].some(empty) ? ALL_FIELDS_TEXT : undefined,
  cryptoInfo: (entries) => {
    const incomplete = ({ name, network, address, rate }: CryptoDraft) =>
      [name, network, address].some(empty) || isNothing(rate)
    return entries.length === 0 || entries.some(incomplete) ? ALL_CRYPTO_FIELDS_TEXT : undefined
  },
  mail: ({ name, password }, { mail }) =>
    empty(name) || (password === '' && !mail?.passwordSet) ? ALL_FIELDS_TEXT : undefined,
  channels: () => undefined,
  cannedReplies: (replies) =>
    replies.some(({ name, text }) => empty(name) || empty(text)) ? ALL_FIELDS_TEXT : undefined,
}

/**
 * The whole object, as the bank wants it: one section as it was typed, all others as they are stored. Not so where
 * nothing complete is stored yet, in a new bank: there the draft stands in, or neither could be saved first.
 */
export function bodyFor(section: Section, draft: Draft, stored: Settings) {
  const kept = draftOf(stored)
  const pick = <S extends Section>(name: S): Draft[S] =>
    name === section || problemOf[name](kept[name], stored) ? draft[name] : kept[name]
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

/** Which section an error of the server belongs to. */
export function sectionOf(path: string): Section | undefined {
  const [first] = path.split('.')
  if (first === 'cashApp' || first === 'whatsApp') return 'channels'
  return first === 'bankingInfo' || first === 'cryptoInfo' || first === 'mail' || first === 'cannedReplies'
    ? first
    : undefined
}
