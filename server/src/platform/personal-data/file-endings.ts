const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/** Of the name of a file with this media type. */
export const endingOf = (mediaType: string) => ENDINGS[mediaType] ?? 'bin'
