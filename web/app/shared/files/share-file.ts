import { saveFile } from '../save-file.ts'

/**
 * On a phone, the share sheet: it sends, saves and prints. Elsewhere, and where the browser has no share sheet for files,
 * the file is saved.
 */
export async function shareOrSave(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type })
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  if (!isTouch || !navigator.canShare?.({ files: [file] })) return saveFile(file, name)
  try {
    await navigator.share({ files: [file], title: name })
  } catch (error) {
    // The user closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    // The click was too long ago for the browser, or the sheet failed.
    saveFile(file, name)
  }
}
