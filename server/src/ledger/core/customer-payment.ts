import type { Actor, Command, ScheduledPaymentRunCommand, TransferCommand } from '../types.ts'

/** What a person submits now, or has scheduled. Other jobs replay the past, or import what was submitted elsewhere. */
export const isOfCustomer = (actor: Actor): boolean => actor.kind !== 'system' || actor.job === 'run_scheduled_payments'

/** Commands that pay someone: they name the payee and the amount. */
export const paysOut = (command: Command): command is TransferCommand | ScheduledPaymentRunCommand =>
  command.kind === 'transfer' || command.kind === 'run_scheduled_payment'
