import { HideableAmount } from './hideable-amount.tsx'

export function StatCard({ title, dollars, hidden }: { title: string; dollars: number; hidden: boolean }) {
  const month = new Date().toLocaleDateString('en-US', { month: 'long', year: 'numeric' })
  return (
    <section
      aria-label={title}
      className="grid content-between gap-6 rounded-card border border-line bg-surface p-6 shadow-card"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">{month}</p>
      </div>
      <HideableAmount dollars={dollars} hidden={hidden} className="display text-3xl break-all" />
    </section>
  )
}
