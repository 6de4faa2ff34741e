import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of the link that opened the page. It is in the URL fragment, which browsers never send, so it can't end up in a
 * server log or a referrer; and it is moved from the address bar to the state of the history entry, which a reload keeps.
 * Undefined until hydration: the prerendered page has no fragment. Null: the link has none.
 */
export function useLinkToken(): string | null | undefined {
  const { hash, pathname, state } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const found = new URLSearchParams(hash.slice(1)).get('token')
    setToken(found || state?.linkToken || null)
    if (found) void navigate(pathname, { replace: true, state: { linkToken: found }, preventScrollReset: true })
  }, [hash, pathname, state, navigate])
  return token
}
