import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callFile } from './call.ts'

/**
 * A private picture or receipt as an object URL for `<img>`. Uploads never change, so each is fetched once. Without `keep`
 * it is forgotten with the component: showing it again asks the server again.
 */
export function useFile(url: string | null, { keep = true } = {}) {
  const file = useQuery({
    queryKey: ['file', url],
    queryFn: ({ signal }) => callFile(url ?? '', { signal }),
    enabled: Boolean(url),
    staleTime: Number.POSITIVE_INFINITY,
    ...(keep ? {} : { gcTime: 0 }),
  })
  const src = useObjectUrl(file.data)
  return { src, blob: file.data, type: file.data?.type, failed: file.isError, retry: () => void file.refetch() }
}

/** An object URL for a blob, revoked when the component unmounts. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setSrc(url)
    return () => {
      setSrc(undefined)
      URL.revokeObjectURL(url)
    }
  }, [blob])
  return src
}
