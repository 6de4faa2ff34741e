import { Component } from 'react'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'

/** If the admin home fails to load or render, the administrator's own account below it still works. */
export class AdminHomeBoundary extends Component<{ children: Content }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

const Failed = () => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line bg-surface p-5">
    <p role="alert" className="font-medium text-negative">
      {t('Failed to load the admin overview.')}
    </p>
    {/* Browsers cache a failed dynamic import: only a page load requests the code again. */}
    <Button variant="secondary" onClick={() => window.location.reload()}>
      {t('Try again')}
    </Button>
  </div>
)
