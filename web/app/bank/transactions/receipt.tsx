import { FileView } from '../../shared/files/file-view.tsx'

/** The customer’s own receipt: an image, or the drawn pages of a PDF. */
export const Receipt = ({ imageUrl }: { imageUrl: string }) => (
  <FileView url={imageUrl} label="Receipt" alt="Your receipt" failureText="We couldn’t load the receipt." />
)
