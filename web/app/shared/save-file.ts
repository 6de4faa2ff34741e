/** Downloads a blob that was created in the page. */
export function saveFile(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the URL a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
