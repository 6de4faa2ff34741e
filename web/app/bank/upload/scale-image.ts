const MAX_SIDE_PX = 1024
const QUALITY = 0.9

/** The scaled size, at least one pixel a side; null when the image is small enough. */
export function fitWithin(width: number, height: number): { width: number; height: number } | null {
  const scale = MAX_SIDE_PX / Math.max(width, height)
  if (scale >= 1) return null
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Scales large images down before the upload. Other files, and images that this browser can't decode, are sent as they
 * are: the server validates them.
 */
export async function scaleImage(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/')) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  try {
    const size = fitWithin(bitmap.width, bitmap.height)
    return size ? ((await draw(bitmap, size)) ?? file) : file
  } finally {
    bitmap.close()
  }
}

function draw(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A transparent background would turn black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
