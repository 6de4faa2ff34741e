import { FileView } from '../../shared/files/file-view.tsx'

/** The receipt at panel width: an image, or the drawn pages of a PDF. */
export const ReceiptView = ({ imageUrl }: { imageUrl: string }) => (
  <FileView url={imageUrl} label="Receipt" alt="Uploaded receipt" failureText="Failed to load the receipt." />
)
