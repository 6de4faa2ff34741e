import type { DocumentKind, VerificationDocument } from '#contract/verification.ts'
import { FileView } from '../../shared/files/file-view.tsx'

export const DOCUMENT_NAMES: Record<DocumentKind, string> = {
  identity: 'Proof of identity',
  address: 'Proof of address',
}

/** Every document is requested again each time it is shown: the server records the look. */
export const DocumentViews = ({ documents }: { documents: readonly VerificationDocument[] }) => (
  <div className="grid min-w-0 gap-5">
    {documents.map(({ _id, kind, imageUrl }) => (
      <FileView
        key={_id}
        url={imageUrl}
        label={DOCUMENT_NAMES[kind]}
        failureText="Failed to load the document."
        recorded
        heading={<h2 className="font-semibold">{DOCUMENT_NAMES[kind]}</h2>}
      />
    ))}
    <p className="text-sm text-muted">Every look at a document is recorded, and the customer can see it.</p>
  </div>
)
