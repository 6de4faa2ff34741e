import { ButtonLink } from '../shared/ui/button.tsx'

/** Holds the place of pages that are not written yet. */
export default function ComingPage() {
  return (
    <div className="grid justify-items-start gap-5 py-10">
      <h1 className="display text-4xl">This page is being written.</h1>
      <p className="max-w-md text-lg text-muted">It will open here. Everything in your account is untouched.</p>
      <ButtonLink to="/dashboard">Back to the dashboard</ButtonLink>
    </div>
  )
}
