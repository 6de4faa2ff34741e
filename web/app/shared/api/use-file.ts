import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callFile } from './call.ts'

/** A private picture or receipt, as something an `<img>` can show. It never changes, so it is fetched once. */
export function useFile(url: string | null) {
  const file = useQuery({
    queryKey: ['file', url],
    queryFn: ({ signal }) => callFile(url ?? '', signal),
    enabled: Boolean(url),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const src = useObjectUrl(file.data)
  return { src, type: file.data?.type, failed: file.isError, retry: () => void file.refetch() }
}

/** An address for bytes that are only in this page; given back when nobody shows them any more. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setSrc(made)
    return () => {
      setSrc(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return src
}
