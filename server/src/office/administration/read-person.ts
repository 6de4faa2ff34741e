import { toAmount } from '#contract/money.ts'
import type { Appointment, PersonDetails } from '#contract/office/administration.ts'
import { isStaff } from '#contract/permissions.ts'
import { readStaffHistory } from '../../authority/staff-history.ts'
import { readAccounts } from '../../customers/accounts.ts'
import { requireStaffUser } from '../../customers/person.ts'
import { readTagsOfPeople } from '../../customers/tags-of-people.ts'
import { MAX_WRONG_SECRETS } from '../../ledger/account.ts'
import { readDecidedAlone } from '../../ledger/decided-alone.ts'
import { isRoleConfirmed, thirdPersonRefusal } from '../../ledger/second-person.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { historyOfGivers } from './confirm-role.ts'
import { readAppointment, readErasure, readSecrets, type Secrets } from './store.ts'

type PersonReader = { staffId: string; at: Date; fourEyesAboveCents: bigint | null }

/** For the person's page: what `User` says, and why a PIN or a code is refused at the moment. */
export async function readPerson(sql: Sql, personId: string, reader: PersonReader): Promise<PersonDetails> {
  const { staffId, at } = reader
  const user = await requireStaffUser(sql, personId)
  const [secrets, accounts, tags, decidedAlone, erasure, appointment] = await Promise.all([
    readSecrets(sql, personId),
    readAccounts(sql, personId),
    readTagsOfPeople(sql, [personId], staffId),
    readDecidedAlone(sql, [personId], reader),
    readErasure(sql, personId),
    isStaff(user.role) ? readAppointmentOf(sql, personId, reader) : null,
  ])
  return {
    user,
    accounts,
    tags: tags.get(personId) ?? [],
    secrets: {
      pin: { state: pinState(secrets) },
      code: { state: codeState(secrets, at), expiresAt: secrets.codeExpiresAt?.toISOString() ?? null },
    },
    decidedAlone: toAmount(decidedAlone(personId)),
    erasure,
    appointment,
  }
}

/** Null: no one gave the role, as for the first administrators. */
export async function readAppointmentOf(
  sql: Sql,
  personId: string,
  { staffId, at }: Pick<PersonReader, 'staffId' | 'at'>,
): Promise<Appointment | null> {
  const row = await readAppointment(sql, personId)
  const { roleGivenBy, roleProposedBy, roleGivenAt } = row
  if (!roleGivenBy || !roleGivenAt) return null
  const giverIds = [roleGivenBy, ...(roleProposedBy ? [roleProposedBy] : [])]
  const history = await readStaffHistory(sql, [staffId, ...giverIds])
  const me = history.find(({ id }) => id === staffId)
  const confirmed = isRoleConfirmed(row)
  return {
    givenBy: { _id: roleGivenBy, fullName: row.givenByName ?? '' },
    proposedBy: roleProposedBy ? { _id: roleProposedBy, fullName: row.proposedByName ?? '' } : null,
    givenAt: roleGivenAt.toISOString(),
    confirmedBy:
      confirmed && row.confirmedById ? { _id: row.confirmedById, fullName: row.confirmedByName ?? '' } : null,
    confirmedAt: confirmed ? (row.roleConfirmedAt?.toISOString() ?? null) : null,
    rule: confirmed || !me ? null : thirdPersonRefusal(me, row, historyOfGivers(history, giverIds), at),
  }
}

const pinState = ({ hasPin, pinAttempts }: Secrets) =>
  hasPin ? (pinAttempts >= MAX_WRONG_SECRETS ? 'locked' : 'set') : 'none'

/** In the order of the ledger's checks: a locked code is refused as locked, even when it has expired too. */
function codeState({ hasCode, codeAttempts, codeExpiresAt }: Secrets, at: Date) {
  if (!hasCode || !codeExpiresAt) return 'none'
  if (codeAttempts >= MAX_WRONG_SECRETS) return 'locked'
  return codeExpiresAt <= at ? 'expired' : 'valid'
}
