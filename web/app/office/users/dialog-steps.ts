import type { User } from '#contract/people.ts'

export type ConfirmableAction = 'clear-code' | 'reset-pin' | 'end-sessions'
export type DialogMode = 'view' | 'edit' | 'fund' | 'debit' | 'code' | 'factors' | ConfirmableAction

export type StepProps = { user: User; onDone: (text: string, changed?: User) => void; onBack: () => void }
