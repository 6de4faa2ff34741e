/**
 * A server of the fault campaign: the real bank, started with a probe that can kill or pause it, a clock that can be moved,
 * and planted bugs (FAULTS_BUGS, by name). The campaign sends its instructions over IPC.
 */
import { flushCompileCache } from 'node:module'
import { startBank } from '#server/bootstrap/start-bank.ts'
import { commitBatch } from '#server/ledger/core/commit-batch.ts'
import { LEDGER_STEPS, type LedgerSteps } from '#server/ledger/core/steps.ts'
import { sendRequest } from '#server/notifications/webhooks/send-request.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { BUGS, type BugName } from './bugs/all-bugs.ts'
import { type Bug, overridesOf } from './bugs/bug.ts'
import { createMovableClock } from './movable-clock.ts'
import { createProbe, type Point, type PointAction } from './probe.ts'

export type Instruction = { arm: Point | null; action: PointAction } | { clock: { offsetMs: number; travelMs: number } }

const bugs = (process.env.FAULTS_BUGS ?? '').split(' ').flatMap((name): Bug[] => {
  if (!name) return []
  if (!(name in BUGS)) throw new Error(`Unknown planted bug: ${name}`)
  return [BUGS[name as BugName]]
})

const clock = createMovableClock()
const { probe, scheduledPaymentProbe, runProbe, importProbe, savingsProbe, statementEntryProbe, ...others } =
  createProbe()
const { afterWebhook, afterPush, arm } = others
process.on('message', (instruction: Instruction) => {
  if ('arm' in instruction) arm(instruction.arm, instruction.action)
  else clock.set(instruction.clock)
})
// Without the campaign nothing else would stop this server.
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
// Early, because a killed server never reaches the flush at exit.
setTimeout(flushCompileCache, 3_000).unref()

for (const { prepare } of bugs) prepare?.()
const { ledger, ...overrides } = overridesOf(bugs)
const commit = ledger?.commitBatch ?? commitBatch
await startBank(readConfig(process.env), console.error, {
  now: clock.now,
  timeTravelMs: clock.timeTravelMs,
  webhookSteps: {
    send: async (send, note) => {
      const result = await send()
      afterWebhook()
      return note(result)
    },
  },
  sendPush: async (...request) => {
    const result = await sendRequest(...request)
    afterPush()
    return result
  },
  ...overrides,
  ledger: {
    ...ledger,
    probe,
    runProbe,
    importProbe,
    savingsProbe,
    statementEntryProbe,
    commitBatch: (sql, zone, commands, limits, steps = LEDGER_STEPS) =>
      commit(sql, zone, commands, limits, withScheduledPaymentProbe(steps)),
  },
})

/** A batch in which another server was first, or there is not enough money, pays nothing: it is not the one to be killed in. */
function withScheduledPaymentProbe(steps: LedgerSteps): LedgerSteps {
  let pays = false
  return {
    ...steps,
    decide: (state, command) => {
      const decision = steps.decide(state, command)
      pays ||= command.kind === 'run_scheduled_payment' && decision.outcome.ok
      return decision
    },
    probe: {
      ...probe,
      beforeCommit: () => (pays ? scheduledPaymentProbe : probe).beforeCommit(),
      afterCommit: () => (pays ? scheduledPaymentProbe : probe).afterCommit(),
    },
  }
}
