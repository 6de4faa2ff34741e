import { BalanceSheetSection, ProfitAndLossSection } from './financial-sections.tsx'
import { JournalSection } from './journal-section.tsx'
import { ManagementSection } from './management-section.tsx'
import { TrialBalanceSection } from './trial-balance-section.tsx'

export default function ReportsPage() {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <TrialBalanceSection />
      <BalanceSheetSection />
      <ProfitAndLossSection />
      <JournalSection />
      <ManagementSection />
    </div>
  )
}
