/**
 * A model of the bank for property tests: no hashes, batches or rows. Written from the specification, not from the
 * ledger, whose outcomes are compared with it (see `run-script.ts`).
 */
import { ModelAccounts } from './accounts.ts'
import { type ModelCommand, type ModelOutcome, type ModelPerson, type ModelRequest, refuse } from './commands.ts'
import { ModelDecisions } from './decisions.ts'
import { ModelPayments } from './payments.ts'

export class ModelBank extends ModelAccounts {
  readonly #payments: ModelPayments
  readonly #decisions: ModelDecisions
  readonly #outcomes = new Map<string, { content: string; outcome: ModelOutcome }>()

  constructor(
    people: Record<string, ModelPerson>,
    receipts: Record<string, string>,
    fourEyesAboveCents: bigint | null = null,
    requests: Record<string, ModelRequest> = {},
  ) {
    super(people)
    this.#payments = new ModelPayments(this, receipts, requests)
    this.#decisions = new ModelDecisions(this, fourEyesAboveCents)
  }

  submit(command: ModelCommand): ModelOutcome {
    if (command.job === 'opening_balance' && command.kind !== 'fund') return refuse('forbidden')
    if (command.job === 'import_history' && ['cancel', 'debit', 'reverse'].includes(command.kind))
      return refuse('forbidden')
    if (!command.job && !command.alive) return refuse('unauthenticated')
    const { key } = command
    if (!key) return this.#execute(command)
    const storedKey = JSON.stringify([command.by, key.route, key.value])
    const stored = this.#outcomes.get(storedKey)
    if (stored) {
      if (stored.content !== key.content) return refuse('idempotency_key_reused')
      return this.#wrongSecretAgain(command, stored.outcome) ?? { ...stored.outcome, replayed: true }
    }
    const outcome = this.#execute(command)
    if (!('refusal' in outcome && /^(pin|code)_/.test(outcome.refusal)))
      this.#outcomes.set(storedKey, { content: key.content, outcome })
    return outcome
  }

  /** A replay tells nothing about a secret: a wrong one is refused and counted before the stored outcome is returned. */
  #wrongSecretAgain(command: ModelCommand, stored: ModelOutcome): ModelOutcome | null {
    if (command.kind !== 'transfer') return null
    if (
      'refusal' in stored &&
      /^(not_found|same_account|use_move|account_(pending|frozen|closed))$/.test(stored.refusal)
    )
      return null
    const refusal = this.checkPin(command)
    if (refusal) return refusal
    const { code } = this.people[command.by] ?? {}
    return code && command.code !== null && command.at < code.until ? this.checkCode(command) : null
  }

  #execute(command: ModelCommand): ModelOutcome {
    switch (command.kind) {
      case 'transfer':
        return this.#payments.transfer(command)
      case 'move':
        return this.#payments.move(command)
      case 'deposit':
        return this.#payments.deposit(command)
      case 'approve':
      case 'decline':
        return this.#decisions.decide(command)
      case 'cancel':
        return this.#payments.cancel(command)
      case 'reverse':
        return this.#decisions.reverse(command)
      default:
        return this.#decisions.adjust(command)
    }
  }
}
