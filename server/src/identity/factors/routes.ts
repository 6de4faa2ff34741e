import {
  confirmTotp,
  createPasskey,
  deletePasskey,
  deleteTotp,
  listFactors,
  renamePasskey,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
} from '#contract/identity/factors.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { relyingParty } from '../relying-party.ts'
import { addPasskey, offerPasskey, removePasskey, renameOwnPasskey } from './manage-passkeys.ts'
import { beginTotp, finishTotp, removeTotp } from './manage-totp.ts'
import { readOwnFactors } from './read-factors.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'

type FactorDeps = Pick<Deps, 'sql' | 'keys' | 'config'>

export function factorRoutes({ sql, keys, config }: FactorDeps, sessions: Sessions): Route[] {
  const party = relyingParty(config)
  return [
    route(listFactors, ({ session }) => readOwnFactors(sql, session.personId)),
    route(startTotp, ({ session, at }) => beginTotp(sql, keys, party.name, session.personId, at)),
    route(confirmTotp, async ({ session, body, at }) => {
      const recoveryCodes = await finishTotp(sql, keys, session, body.totp, at)
      sessions.forgetPerson(session.personId)
      return { recoveryCodes }
    }),
    route(deleteTotp, ({ session, at }) => removeTotp(sql, session.personId, at)),
    route(startPasskey, ({ session, at }) => offerPasskey(sql, party, session.personId, at)),
    route(createPasskey, async ({ session, body, at }) => {
      const passkey = await addPasskey(sql, party, session, { ...body, at })
      sessions.forgetPerson(session.personId)
      return passkey
    }),
    route(renamePasskey, ({ session, params, body }) => renameOwnPasskey(sql, session.personId, params.id, body.name)),
    route(deletePasskey, ({ session, params, at }) => removePasskey(sql, session.personId, params.id, at)),
    route(replaceRecoveryCodes, async ({ session, at }) => ({
      recoveryCodes: await renewRecoveryCodes(sql, keys, session.personId, at),
    })),
  ]
}
