import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { dayOf, startOfDay } from '#contract/bank-day.ts'
import { type Person, useBank } from '../../test/bank.ts'
import { confirmProposal, ENTRIES, pairOf, proposeEntry } from '../../test/journal-entries.ts'
import { type ModelAnswer, ModelBooks } from '../../test/model-bank/books.ts'
import { addExternalAccount, importEntries } from '../../test/statement-entries.ts'
import { checkInvariants } from '../ledger/books/invariants.ts'
import { closedUntil } from '../ledger/closings.ts'
import { makeClosingDocuments } from './closings/closing-documents.ts'

/** A busy machine tries fewer scripts instead of timing out. */
const TIME_LIMIT_MS = 12_000
const DAY_MS = 86_400_000
const ZONE = 'UTC'
const bank = useBank({ config: { bankTimeZone: ZONE, fourEyesAboveCents: null } })

/** An account that staff added. */
const OWN = '6900'
/** Money of statements that no one knows, on both sides. */
const STATEMENT_CENTS = [10_00n, -5_00n]
/** Each script has days of its own: what it closes stays closed. */
const DAYS_PER_SCRIPT = 10
const FIRST_DAY_AGO = 2_000

let staff: Record<Name, Person>
let external: { id: string; code: string }
beforeAll(async () => {
  // Far from midnight.
  bank.clock.offsetMs = startOfDay(dayOf(new Date(), ZONE), ZONE).getTime() + DAY_MS / 2 - Date.now()
  const [grace, linus] = await Promise.all([bank.person({ role: 'Admin' }), bank.person({ role: 'Admin' })])
  staff = { grace, linus }
  const id = await addExternalAccount(grace)
  const [row] = await bank.sql<{ code: string }[]>`select code from gl_accounts where account = ${`outside:${id}`}`
  external = { id, code: row?.code ?? '' }
  await grace.call('POST', '/admin/gl-accounts', { body: { code: OWN, name: 'Office', type: 'expense' } })
})

type Name = 'grace' | 'linus'
type Day = 'before' | 0 | 1 | 2 | 3 | 'today' | 'tomorrow'
/** `nth`: counted back from the last one. */
type Step =
  | { kind: 'entry'; by: Name; debit: string; credit: string; day: Day }
  | { kind: 'confirm' | 'reject' | 'reopening'; by: Name; nth: number }
  | { kind: 'reverse'; by: Name; nth: number; day: Day }
  | { kind: 'closing'; by: Name; day: Day }
  | { kind: 'close' | 'open' | 'documents' }
  | { kind: 'book'; nth: number; account: string }
  | { kind: 'undo'; nth: number }

const by = fc.constantFrom<Name>('grace', 'grace', 'linus')
const account = fc.constantFrom('5100', '5100', '4000', OWN, OWN, 'external', '2000', '2100', '9999')
const day = fc.constantFrom<Day>('before', 0, 1, 2, 3, 'today', 'today', 'tomorrow')
const nth = fc.nat(4)
const kind = <Kind extends Step['kind']>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('entry'), by, debit: account, credit: account, day }) },
  { weight: 8, arbitrary: fc.record({ kind: kind('confirm', 'confirm', 'confirm', 'reject'), by, nth }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('reverse'), by, nth, day }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('closing'), by, day }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('reopening'), by, nth }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('close', 'open') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('book'), nth, account }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('undo'), nth }) },
)

const entry = (debit: string, credit: string, day: Day = 'today'): Step => ({
  kind: 'entry',
  by: 'grace',
  debit,
  credit,
  day,
})
const decide = (kind: 'confirm' | 'reject' | 'reopening', by: Name, nth = 0): Step => ({ kind, by, nth })
const reverse = (by: Name, nth: number): Step => ({ kind: 'reverse', by, nth, day: 'today' })
const closing = (by: Name, day: Day): Step => ({ kind: 'closing', by, day })
const book = (account: string, nth = 0): Step => ({ kind: 'book', nth, account })

/** Tried first, however busy the machine is: it comes upon every refusal. */
const EVERY_REFUSAL: Step[] = [
  entry(OWN, '4000'),
  decide('confirm', 'grace'),
  decide('confirm', 'linus'),
  decide('confirm', 'grace'),
  { kind: 'close' },
  reverse('grace', 0),
  reverse('linus', 0),
  reverse('linus', 1),
  decide('confirm', 'linus'),
  reverse('grace', 1),
  reverse('grace', 0),
  entry(OWN, '4000'),
  { kind: 'close' },
  decide('confirm', 'linus'),
  entry('5100', '5100'),
  entry('5100', '4000', 'tomorrow'),
  entry('5100', '2000'),
  entry('9999', '4000'),
  entry('5100', '4000', 0),
  closing('grace', 1),
  closing('linus', 2),
  decide('confirm', 'linus'),
  decide('confirm', 'linus', 1),
  closing('grace', 0),
  closing('grace', 'today'),
  decide('reopening', 'grace'),
  decide('confirm', 'linus'),
  closing('grace', 2),
  { kind: 'documents' },
  decide('confirm', 'linus', 1),
  decide('confirm', 'linus'),
  decide('reject', 'grace'),
  decide('reopening', 'grace'),
  book('external'),
  book('5100'),
  book('4000'),
  { kind: 'undo', nth: 0 },
  book('2100', 1),
]
const REFUSALS = [
  'second_admin_needed',
  'proposal_decided',
  'proposal_outdated',
  'already_proposed',
  'not_found',
  'entry_same_account',
  'entry_in_future',
  'entry_reversed',
  'entry_is_reversal',
  'gl_account_not_empty',
  'gl_account_closed',
  'gl_account_reserved',
  'gl_account_unknown',
  'gl_account_of_line',
  'period_closed',
  'day_not_over',
  'documents_pending',
  'closing_not_last',
  'line_decided',
]
/** The refusals that the scripts came upon. */
const reached = new Set<string | null>()

type Response = Awaited<ReturnType<Person['call']>>
function compare(response: Response, refusal: string | null): void {
  reached.add(refusal)
  expect(response.statusCode < 300 ? null : response.json().code, response.body).toBe(refusal)
}

const today = () => dayOf(bank.now(), ZONE)
const daysAgo = (days: number) => dayOf(new Date(bank.now().getTime() - days * DAY_MS), ZONE)
const fromEnd = <Item>(items: readonly Item[], nth: number): Item | undefined => items.at(-1 - (nth % items.length))

/** Debits less credits, of every account of the chart. */
async function readBalances(): Promise<Record<string, bigint>> {
  type Row = { code: string; debits: number; credits: number }
  const chart: { code: string }[] = (await staff.grace.call('GET', '/admin/gl-accounts')).json()
  const { rows }: { rows: Row[] } = (await staff.grace.call('GET', '/admin/reports/trial-balance')).json()
  const cents = (code: string) =>
    rows.filter((row) => row.code === code).reduce((sum, row) => sum + Math.round((row.debits - row.credits) * 100), 0)
  return Object.fromEntries(chart.map(({ code }) => [code, BigInt(cents(code))]))
}

let scripts = 0
/** Through the back office, each outcome compared with that of the model's books. */
async function runScript(steps: readonly Step[]): Promise<void> {
  scripts += 1
  const firstDayAgo = FIRST_DAY_AGO - scripts * DAYS_PER_SCRIPT
  await bank.owner`
    update proposals set state = 'rejected', decided_at = now(), decided_by = proposed_by where state = 'pending'`
  const setClosed = (closed: boolean) => staff.grace.call('PATCH', `/admin/gl-accounts/${OWN}`, { body: { closed } })
  await setClosed(false)
  const imported = await importEntries(
    bank,
    staff.grace,
    external.id,
    STATEMENT_CENTS.map((amountCents) => ({ amountCents })),
  )
  const model = new ModelBooks({
    today: today(),
    balances: await readBalances(),
    closedUntil: await closedUntil(bank.sql),
    statementEntries: STATEMENT_CENTS,
    external: external.code,
  })
  const proposalIds = new Map<string, string>()
  const entryIds = new Map<string, string>()
  const on = (day: Day) => {
    if (day === 'today') return today()
    return daysAgo(day === 'tomorrow' ? -1 : day === 'before' ? firstDayAgo + DAYS_PER_SCRIPT : firstDayAgo - day)
  }
  const codeOf = (account: string) => (account === 'external' ? external.code : account)
  const compareProposal = (response: Response, answer: ModelAnswer) => {
    compare(response, 'refusal' in answer ? answer.refusal : null)
    if ('refusal' in answer) return
    const { _id, entryId } = response.json()
    expect(proposalIds.get(answer.proposal) ?? _id).toBe(_id)
    proposalIds.set(answer.proposal, _id)
    if (entryId) entryIds.set(answer.proposal, entryId)
  }

  const run = async (made: Step): Promise<void> => {
    switch (made.kind) {
      case 'entry': {
        const [debit, credit] = [codeOf(made.debit), codeOf(made.credit)]
        const lines = [
          { account: debit, debitCents: 2_50n },
          { account: credit, debitCents: -2_50n },
        ]
        const body = { date: on(made.day), text: 'Script', lines: pairOf(debit, credit, 2.5) }
        compareProposal(
          await proposeEntry(staff[made.by], body),
          model.proposeEntry(made.by, { on: on(made.day), lines }),
        )
        return
      }
      case 'confirm':
      case 'reject': {
        const name = fromEnd([...model.proposals.keys()], made.nth)
        if (!name) return
        const id = proposalIds.get(name) ?? ''
        const response =
          made.kind === 'confirm'
            ? await confirmProposal(staff[made.by], id)
            : await staff[made.by].call('POST', `/admin/proposals/${id}/reject`, { body: { reason: 'Script' } })
        compare(response, model[made.kind](made.by, name))
        return
      }
      case 'reverse': {
        const name = fromEnd([...entryIds.keys()], made.nth)
        if (!name) return
        const path = `${ENTRIES}/${entryIds.get(name)}/reverse`
        const response = await staff[made.by].call('POST', path, { body: { date: on(made.day) } })
        compareProposal(response, model.proposeReversal(made.by, name, on(made.day)))
        return
      }
      case 'closing': {
        const response = await staff[made.by].call('POST', '/admin/closings', { body: { until: on(made.day) } })
        compareProposal(response, model.proposeClosing(made.by, on(made.day)))
        return
      }
      case 'reopening': {
        const name = fromEnd(model.closings, made.nth)
        if (!name) return
        const path = `/admin/closings/${proposalIds.get(name)}/reopen`
        const response = await staff[made.by].call('POST', path, { body: { reason: 'Script' } })
        compareProposal(response, model.proposeReopening(made.by, name))
        return
      }
      case 'documents':
        await makeClosingDocuments({ ...bank, zone: ZONE })
        model.makeDocuments()
        return
      case 'close':
      case 'open':
        compare(await setClosed(made.kind === 'close'), model.setClosed(OWN, made.kind === 'close'))
        return
      case 'book':
      case 'undo': {
        const place = made.nth % STATEMENT_CENTS.length
        const path = `/admin/bank-statements/lines/${imported.ids[place]}/${made.kind}`
        const body = made.kind === 'book' ? { body: { account: codeOf(made.account), text: 'Script' } } : {}
        const response = await staff.linus.call('POST', path, body)
        compare(response, made.kind === 'book' ? model.book(place, codeOf(made.account)) : model.undo(place))
      }
    }
  }
  for (const made of steps) await run(made)
  expect(await closedUntil(bank.sql)).toBe(model.closedUntil)
  expect(await readBalances()).toEqual(Object.fromEntries(model.balances))
}

test('entries by hand, bookings to the chart and closings in any order lead to the outcomes of the model', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), runScript), {
    numRuns: 8,
    examples: [[EVERY_REFUSAL]],
    endOnFailure: true,
    interruptAfterTimeLimit: TIME_LIMIT_MS,
  })
  expect(REFUSALS.filter((code) => !reached.has(code))).toEqual([])
  const findings = await checkInvariants(bank.sql, ZONE)
  expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
})
