import type { PaymentRun } from '#contract/payment-runs.ts'
import { Chip } from '../outside/chip.tsx'

export const RunState = ({ state }: Pick<PaymentRun, 'state'>) =>
  state === 'sent' ? <Chip tone="good">Sent</Chip> : <Chip tone="attention">Open</Chip>
