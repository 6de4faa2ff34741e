import { Component, type ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'

/** Should the desk not come, or break, an administrator's own money still stands below it. */
export class DeskBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
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
      What waits for you could not be loaded.
    </p>
    {/* The browser keeps code that did not come as such: only a new page asks for it again. */}
    <Button look="secondary" onClick={() => window.location.reload()}>
      Try again
    </Button>
  </div>
)
