import type { DocumentKind, VerificationDocument } from '#contract/identity/verification.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { FileView } from '../../shared/files/file-view.tsx'
import { t } from '../../shared/i18n/i18n.ts'

export const DOCUMENT_NAMES: Record<DocumentKind, TextId> = {
  identity: msg('Proof of identity'),
  address: msg('Proof of address'),
}

type Props = { documents: readonly VerificationDocument[]; onShown?: (id: string) => void }

/** Every document is requested again each time it is shown: the server records the look. */
export const DocumentViews = ({ documents, onShown }: Props) => (
  <div className="grid min-w-0 gap-5">
    {documents.map(({ _id, kind, imageUrl }) => (
      <FileView
        key={_id}
        url={imageUrl}
        label={t(DOCUMENT_NAMES[kind])}
        failureText={t('Failed to load the document.')}
        recorded
        onShown={() => onShown?.(_id)}
        heading={<h2 className="font-semibold">{t(DOCUMENT_NAMES[kind])}</h2>}
      />
    ))}
    <p className="text-sm text-muted">{t('Every look at a document is recorded, and the customer can see it.')}</p>
  </div>
)
