import { useRef, useState } from 'react'

const idle: { isPending: boolean; error: Error | null } = { isPending: false, error: null }

/** State of an asynchronous write. `mutate` resolves with the error, or null. */
export function useMutation<Variables extends unknown[]>(
  mutationFn: (...variables: Variables) => Promise<unknown>,
) {
  const [state, setState] = useState(idle)
  const isRunning = useRef(false)

  const mutate = async (...variables: Variables): Promise<Error | null> => {
    // A second click can come before the button renders as busy.
    if (isRunning.current) return null
    isRunning.current = true
    setState({ isPending: true, error: null })
    const error = await mutationFn(...variables).then(
      () => null,
      (reason: Error) => reason,
    )
    isRunning.current = false
    setState({ isPending: false, error })
    return error
  }

  return { ...state, mutate, reset: () => setState(idle) }
}
