import { useEffect, useRef } from 'react'

/** Returns a function that tests whether the component is still shown, for the end of a request. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return () => isMounted.current
}
