import { useBackCloses } from '../dialogs/use-back-closes.ts'
import { LeaveQuestion } from './leave-question.tsx'

type Props = { onKeep: () => void; onDiscard: () => void }

/** Asked when a gesture or the Back button would close a dialog that has input. */
export function DiscardQuestion({ onKeep, onDiscard }: Props) {
  useBackCloses(onKeep)
  return <LeaveQuestion onKeep={onKeep} onDiscard={onDiscard} />
}
