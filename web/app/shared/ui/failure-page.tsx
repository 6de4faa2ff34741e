import { Button } from './button.tsx'

/** Shown by the error boundary when rendering fails. */
export function FailurePage() {
  return (
    <main className="measure grid min-h-[80dvh] place-content-center justify-items-center gap-5 py-16 text-center">
      <h1 className="display text-4xl">This page stumbled.</h1>
      <p className="max-w-md text-muted">
        Something in the page broke, not in your account. Loading it again usually helps.
      </p>
      <Button onClick={() => window.location.reload()}>Load again</Button>
    </main>
  )
}
