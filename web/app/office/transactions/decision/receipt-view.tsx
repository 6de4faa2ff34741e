import { FileView } from '../../../shared/files/file-view.tsx'
import { t } from '../../../shared/i18n/i18n.ts'

/** The receipt at panel width: an image, or the drawn pages of a PDF. */
export const ReceiptView = ({ imageUrl }: { imageUrl: string }) => (
  <FileView
    url={imageUrl}
    label={t('Receipt')}
    alt={t('Uploaded receipt')}
    failureText={t('Failed to load the receipt.')}
  />
)
