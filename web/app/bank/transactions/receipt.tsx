import { FileView } from '../../shared/files/file-view.tsx'
import { t } from '../../shared/i18n/i18n.ts'

/** The customer’s own receipt: an image, or the drawn pages of a PDF. */
export const Receipt = ({ imageUrl }: { imageUrl: string }) => (
  <FileView
    url={imageUrl}
    label={t('Receipt')}
    alt={t('Your receipt')}
    failureText={t('We couldn’t load the receipt.')}
  />
)
