import { AccessLogCard } from '../access-log/access-log-card.tsx'
import { CheckCard } from '../check/check-card.tsx'
import { ExportCard } from './export-card.tsx'

export function DataSettings() {
  return (
    <>
      <ExportCard />
      <AccessLogCard />
      <CheckCard />
    </>
  )
}
