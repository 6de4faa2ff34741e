import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint } from '../../../test/money.ts'
import { addExternalAccount, entriesOf, importEntries, movementsOf } from '../../../test/statement-entries.ts'
import { hashToken } from '../../access/session.ts'
import { importStatements } from '../import-statements.ts'
import { createLedger } from '../ledger.ts'
import { stageStatementEntries } from '../staged-statement-entries.ts'
import { statementEntryCommand } from '../statement-entry.ts'

const bank = useBank({ config: { fourEyesAboveCents: null } })
let admin: Person
let account: string
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  account = await addExternalAccount(admin)
})

const context = (key: string | null) => ({
  actor: { kind: 'session' as const, personId: admin.id, sessionHash: hashToken(admin.token) },
  at: bank.now(),
  requestId: 'test',
  idempotency: key ? { route: 'match', key, requestHash: createHash('sha256').update(key).digest() } : null,
})
const died = () => {
  throw new Error('The server died')
}
const dying = (probe: Record<string, () => void>) => {
  const alive = { afterLock() {}, beforeCommit() {}, afterCommit() {}, beforeResponse() {} }
  return createLedger(bank.sql, { zone: 'UTC', probe: { ...alive, ...probe } })
}

test('a server that dies between match and commit books nothing; after the commit, the statement entry is booked once', async () => {
  const ada = await bank.person()
  const { ids } = await importEntries(bank, admin, account, [{ amountCents: 10_00n }])
  const statementEntry = ids[0] ?? ''
  const match = () =>
    statementEntryCommand(
      statementEntry,
      { kind: 'match', target: { kind: 'person', personId: ada.id }, confirm: false, score: null },
      context('the same key'),
    )
  const before = await databaseFingerprint(bank)
  for (const point of ['afterLock', 'beforeCommit'])
    await expect(dying({ [point]: died }).decideStatementEntry(match())).rejects.toThrow('The server died')
  expect(await databaseFingerprint(bank)).toEqual(before)
  // The client does not know, and asks again.
  await expect(dying({ afterCommit: died }).decideStatementEntry(match())).rejects.toThrow('The server died')
  expect(await bank.ledger.decideStatementEntry(match())).toEqual({ ok: true, replayed: true })
  expect((await entriesOf(bank, ids))[0]?.state).toBe('booked')
  expect((await movementsOf(bank, statementEntry)).map(({ purpose }) => purpose)).toEqual(['statement', 'assignment'])
  expect((await ada.balance()).availableCents).toBe(10_00n)
})

test('an import that is interrupted leaves no statement entry, no movement and no statement', async () => {
  const [importId, id] = ['019a85b0-0000-7000-8000-000000000001', '019a85b0-0000-7000-8000-000000000002']
  const identity = createHash('sha256').update('a statement entry').digest()
  const staged = {
    place: 0,
    id,
    externalAccountId: account,
    identity,
    bookedOn: '2026-01-05',
    valueOn: null,
    amountCents: 5_00n,
    endToEndId: null,
    bankReference: null,
    counterpartyName: null,
    counterpartyNumber: null,
    text: '',
    match: null,
  }
  await stageStatementEntries(bank.sql, importId, [staged])
  const statement = {
    id,
    externalAccountId: account,
    fileHash: Buffer.alloc(32, 7),
    format: 'camt053',
    fromOn: '2026-01-05',
    toOn: '2026-01-05',
    openingCents: null,
    closingCents: null,
  }
  const before = await databaseFingerprint(bank)
  const run = (requireValid?: () => Promise<void>) =>
    importStatements(
      bank.sql,
      'UTC',
      { importId, statements: [statement], ...(requireValid ? { requireValid } : {}) },
      context(null),
    )
  await expect(run(async () => died())).rejects.toThrow('The server died')
  expect(await databaseFingerprint(bank)).toEqual(before)
  expect(await run()).toEqual([{ id, known: false }])
  // Two clients send it again at the same time.
  expect(await Promise.all([run(), run()])).toEqual([[{ id, known: true }], [{ id, known: true }]])
  expect(await movementsOf(bank, id)).toHaveLength(1)
})
