import type { ProposalKind } from '#contract/authority/proposal-kinds.ts'
import type { Fields } from '../authority/proposal.ts'
import type { ProposalDraft } from '../authority/propose.ts'
import type { Tx } from '../platform/db/connection.ts'
import { changedSettings } from './changed-settings.ts'
import { readPasswordFingerprint, type StoredSettings } from './read-settings.ts'
import type { SettingsPlan } from './write-settings.ts'

/** The sections of the settings that give power: to redirect customers or their payments, and to read security emails. */
const SECTIONS = {
  bank_details: ({ bankingInfo, cashApp }: StoredSettings) => ({ bankingInfo, cashApp }),
  crypto_addresses: ({ cryptoInfo }: StoredSettings) => ({ cryptoInfo }),
  contact_number: ({ whatsApp }: StoredSettings) => ({ whatsApp }),
  mail_server: ({ mail }: StoredSettings) => ({ mail }),
} satisfies Partial<Record<ProposalKind, (settings: StoredSettings) => Partial<StoredSettings>>>
type SettingsKind = keyof typeof SECTIONS
export const SETTINGS_KINDS = Object.keys(SECTIONS) as SettingsKind[]

const isSettingsKind = (kind: ProposalKind): kind is SettingsKind => Object.hasOwn(SECTIONS, kind)

/** What must still be so when a proposal is confirmed. The mail password counts by the fingerprint of its cipher text. */
export async function basisOf(tx: Tx, kind: ProposalKind, settings: StoredSettings): Promise<Fields> {
  if (!isSettingsKind(kind)) throw new Error(`A proposal of the kind ${kind} is not about the settings`)
  const section: Fields = SECTIONS[kind](settings)
  return kind === 'mail_server' ? { ...section, password: await readPasswordFingerprint(tx) } : section
}

type Split = {
  drafts: ProposalDraft[] /** The settings with only those changes that need no second person. */
  rest: StoredSettings
}

/** Splits a change of the settings into what can be done at once and a proposal per section that gives power. */
export async function splitSettings(tx: Tx, plan: SettingsPlan, encrypt: (secret: string) => Buffer): Promise<Split> {
  const { before, after, newPassword } = plan
  const drafts: ProposalDraft[] = []
  let rest = after
  for (const kind of SETTINGS_KINDS) {
    const change = SECTIONS[kind](after)
    const secret = kind === 'mail_server' ? newPassword : null
    const shown = changedSettings(before, { ...before, ...change }, secret !== null)
    if (!shown) continue
    rest = { ...rest, ...SECTIONS[kind](before) }
    drafts.push({
      kind,
      subject: null,
      ...shown,
      basis: await basisOf(tx, kind, before),
      change,
      secret: secret === null ? null : encrypt(secret),
    })
  }
  return { drafts, rest }
}
