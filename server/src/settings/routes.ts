import { getSettings, rateOnWire, type Settings, updateSettings as update } from '#contract/settings/settings.ts'
import { type Session, sessionMay } from '../access/session.ts'
import { answerProposed } from '../authority/proposal-response.ts'
import { type Route, route, staffContext } from '../http/route.ts'
import { readSettings, type StoredSettings } from './read-settings.ts'
import { type SettingsDeps, updateSettings } from './update-settings.ts'

export const settingsRoutes = (deps: SettingsDeps): Route[] => [
  route(getSettings, async ({ session }) => toResponse(await readSettings(deps.sql), session)),
  route(update, async (call) => {
    const { settings, proposals } = await updateSettings(deps, staffContext(call), call.body)
    return answerProposed(proposals, call.at) ?? toResponse(settings, call.session)
  }),
]

const toResponse = (
  { bankingInfo, cryptoInfo, cashApp, whatsApp, mail, cannedReplies }: StoredSettings,
  session: Session,
): Settings => ({
  bankingInfo: {
    accountNumber: bankingInfo.accountNumber,
    accountName: bankingInfo.accountName,
    bankName: bankingInfo.bankName,
    routing: bankingInfo.routing,
    address: bankingInfo.address,
  },
  cryptoInfo: cryptoInfo.map(({ name, network, address, rate }) => ({
    name,
    network,
    address,
    rate: rateOnWire(rate),
  })),
  cashApp: { tag: cashApp.tag, name: cashApp.name },
  whatsApp,
  ...(sessionMay(session, 'settings:change') ? { mail: { name: mail.name, passwordSet: mail.passwordSet } } : {}),
  ...(sessionMay(session, 'support:reply')
    ? { cannedReplies: cannedReplies.map(({ name, text }) => ({ name, text })) }
    : {}),
})
