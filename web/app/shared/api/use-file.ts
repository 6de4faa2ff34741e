import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callFile } from './call.ts'

/** A private picture or receipt as an object URL for `<img>`. Uploads never change, so each is fetched once. */
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
