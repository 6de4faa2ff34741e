import { JournalSection } from './journal-section.tsx'
import { TrialBalanceSection } from './trial-balance-section.tsx'

export default function ReportsPage() {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <TrialBalanceSection />
      <JournalSection />
    </div>
  )
}
