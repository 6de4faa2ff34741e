/** Hands bytes that were made in the page to the browser's downloads. */
export function saveFile(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun once the click returns, but some browsers read the address a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
