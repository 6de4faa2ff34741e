const MAX_SIDE_PX = 1024
const QUALITY = 0.9

/** The size that fits, or null when it fits already. Never less than a pixel. */
export function fitWithin(width: number, height: number): { width: number; height: number } | null {
  const scale = MAX_SIDE_PX / Math.max(width, height)
  if (scale >= 1) return null
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Photographs are made smaller before they travel. What is not an image, or one that this browser can't read, goes as
 * it is: whether it will do is for the bank to say.
 */
export async function scaleImage(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/')) return file
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  try {
    const size = fitWithin(picture.width, picture.height)
    return size ? ((await draw(picture, size)) ?? file) : file
  } finally {
    picture.close()
  }
}

function draw(picture: ImageBitmap, { width, height }: { width: number; height: number }): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A receipt with a transparent ground would come out black as a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
