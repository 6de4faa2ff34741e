import { saveFile } from '../save-file.ts'

/** Whether files go to the share sheet of a phone: it sends, saves and prints. */
export const sharesFiles = (files: File[]) =>
  window.matchMedia('(pointer: coarse)').matches && Boolean(navigator.canShare?.({ files }))

/** On a phone, the share sheet. Elsewhere, and where the browser has no share sheet for files, the file is saved. */
export async function shareOrSave(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type })
  if (!sharesFiles([file])) return saveFile(file, name)
  try {
    await navigator.share({ files: [file], title: name })
  } catch (error) {
    // The user closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    // The click was too long ago for the browser, or the sheet failed.
    saveFile(file, name)
  }
}
