import { AccessLogCard } from '../access-log/access-log-card.tsx'
import { CheckCard } from '../check/check-card.tsx'
import { ExportCard } from './export-card.tsx'

export default function DataSettingsPage() {
  return (
    <>
      <ExportCard />
      <AccessLogCard />
      <CheckCard />
    </>
  )
}
